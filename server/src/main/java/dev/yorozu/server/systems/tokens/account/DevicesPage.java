package dev.yorozu.server.systems.tokens.account;

import dev.yorozu.server.pages.MountedPage;
import java.util.Map;

/** "Your devices": sign in, see where you are signed in, end what you do not know. */
public final class DevicesPage {
    private DevicesPage() {}

    /** @param mount that of the system */
    public static MountedPage at(String mount) {
        return new MountedPage(mount, "/devices", "tokens", Map.of());
    }
}
