package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.config.Settings;
import java.util.Set;

/** The addresses that Patreon may send people back to. Only an exact match counts: anything looser leaks codes. */
final class RedirectUris {
    private final Set<String> allowed;

    RedirectUris(Settings settings) {
        this.allowed =
                settings.find(PatreonSettings.REDIRECT_URIS).map(Set::copyOf).orElse(Set.of());
    }

    /** Ends the call unless this is one of them. */
    void require(String redirectUri) {
        if (allowed.isEmpty()) {
            throw PatreonErrors.notConfigured(PatreonSettings.REDIRECT_URIS).exception();
        }
        if (!allowed.contains(redirectUri)) {
            throw PatreonErrors.INVALID_REDIRECT_URI.exception();
        }
    }
}
