package dev.yorozu.server.systems.patreon.pages;

import dev.yorozu.membership.Plan;
import dev.yorozu.oauth.Patreon;
import dev.yorozu.oauth.Provider;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the page says of how the relay is set up, before anybody signs in.
 *
 * @param authorize where Patreon asks people for their consent
 * @param scopes what Patreon is asked for, with spaces between them
 * @param redirectUris with spaces between them; the page's own address must be one of them
 * @param limits what each plan includes by itself, such as {@code Pro=10000000}, with spaces between them
 * @param missing the settings without which nobody can sign in
 * @param signs whether access tokens can be had
 */
public record PatreonView(
        String authorize,
        String clientId,
        String scopes,
        String redirectUris,
        String limits,
        List<String> missing,
        boolean signs) {
    static PatreonView of(Settings settings) {
        String clientId = settings.find(PatreonSettings.CLIENT_ID).orElse("");
        Provider patreon = Patreon.provider(settings.value(PatreonSettings.API_URL), clientId, "");
        return new PatreonView(
                patreon.authorizeUrl().toString(),
                clientId,
                String.join(" ", patreon.scopes()),
                String.join(" ", settings.find(PatreonSettings.REDIRECT_URIS).orElse(List.of())),
                Arrays.stream(Plan.values())
                        .map(plan -> plan.text() + "=" + plan.monthlyTokens())
                        .collect(Collectors.joining(" ")),
                missing(settings),
                settings.isGiven(PatreonSettings.JWT_SECRET));
    }

    private static List<String> missing(Settings settings) {
        return Stream.of(PatreonSettings.CLIENT_ID, PatreonSettings.CLIENT_SECRET, PatreonSettings.REDIRECT_URIS)
                .filter(setting -> !settings.isGiven(setting))
                .map(Setting::name)
                .toList();
    }
}
