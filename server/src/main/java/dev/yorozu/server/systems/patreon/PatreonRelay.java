package dev.yorozu.server.systems.patreon;

import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import java.util.List;
import java.util.Optional;

/** What is asked of Patreon in the name of this client; what goes wrong there is passed on with its status. */
record PatreonRelay(Settings settings, ProviderCalls patreon) {
    /** Ends the call unless Patreon can be asked at all. */
    void requireCredentials() {
        for (Setting<String> each : List.of(PatreonSettings.CLIENT_ID, PatreonSettings.CLIENT_SECRET)) {
            if (settings.find(each).isEmpty()) {
                throw PatreonErrors.notConfigured(each).exception();
            }
        }
    }

    /** Exchanges the code that a client brought back from Patreon. */
    Grant exchange(String code, String redirectUri) {
        requireAllowed(redirectUri);
        return PatreonErrors.value(
                patreon.exchange(code, Optional.empty(), redirectUri),
                failed -> PatreonErrors.noExchange(failed.relayed()));
    }

    /** Only an exact match counts: anything looser leaks codes. */
    private void requireAllowed(String redirectUri) {
        List<String> allowed = settings.find(PatreonSettings.REDIRECT_URIS)
                .filter(uris -> !uris.isEmpty())
                .orElseThrow(PatreonErrors.notConfigured(PatreonSettings.REDIRECT_URIS)::exception);
        if (!allowed.contains(redirectUri)) {
            throw PatreonErrors.INVALID_REDIRECT_URI.exception();
        }
    }

    /** Exchanges a refresh token of Patreon's. */
    Grant renew(String refreshToken) {
        return PatreonErrors.value(patreon.renew(refreshToken), failed -> PatreonErrors.noRefresh(failed.relayed()));
    }
}
