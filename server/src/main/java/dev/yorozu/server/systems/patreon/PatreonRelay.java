package dev.yorozu.server.systems.patreon;

import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is asked of Patreon in the name of this client; what goes wrong there is passed on with its status. */
final class PatreonRelay {
    private final Settings settings;
    private final Set<String> redirectUris;
    private final ProviderCalls patreon;

    PatreonRelay(Settings settings, ProviderCalls patreon) {
        this.settings = settings;
        this.redirectUris =
                settings.find(PatreonSettings.REDIRECT_URIS).map(Set::copyOf).orElse(Set.of());
        this.patreon = patreon;
    }

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
        return switch (patreon.exchange(code, Optional.empty(), redirectUri)) {
            case ProviderResult.Success<Grant> granted -> granted.value();
            case ProviderResult.Failed<Grant> failed ->
                throw PatreonErrors.noExchange(failed.relayed()).exception();
        };
    }

    /** Only an exact match counts: anything looser leaks codes. */
    private void requireAllowed(String redirectUri) {
        if (redirectUris.isEmpty()) {
            throw PatreonErrors.notConfigured(PatreonSettings.REDIRECT_URIS).exception();
        }
        if (!redirectUris.contains(redirectUri)) {
            throw PatreonErrors.INVALID_REDIRECT_URI.exception();
        }
    }

    /** Exchanges a refresh token of Patreon's. */
    Grant renew(String refreshToken) {
        return switch (patreon.renew(refreshToken)) {
            case ProviderResult.Success<Grant> granted -> granted.value();
            case ProviderResult.Failed<Grant> failed ->
                throw PatreonErrors.noRefresh(failed.relayed()).exception();
        };
    }
}
