package dev.yorozu.server.systems.patreon.pages;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Sign in with Patreon on one device, see your session, plan and quota, and get access tokens for an app. */
public final class PatreonPage {
    private PatreonPage() {}

    /** The page as the settings want it: where nobody can sign in yet, it says what to set. */
    public static MountedPage of(Settings settings) {
        return of(settings, List.of());
    }

    /** The same with something beside it. */
    public static MountedPage of(Settings settings, List<Function<PageContext, Content>> beside) {
        return new MountedPage(
                settings.value(PatreonSettings.MOUNT),
                "/membership",
                "patreon",
                Map.of("view", PatreonView.of(settings), "beside", beside));
    }
}
