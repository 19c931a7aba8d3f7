package dev.yorozu.server.systems.patreon.pages;

import dev.yorozu.membership.Plan;
import dev.yorozu.oauth.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

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
    /**
     * @param patreon with the client's id
     * @param missing the settings without which nobody can sign in
     */
    public static PatreonView of(Provider patreon, List<String> redirectUris, List<String> missing, boolean signs) {
        return new PatreonView(
                patreon.authorizeUrl().toString(),
                patreon.clientId(),
                String.join(" ", patreon.scopes()),
                String.join(" ", redirectUris),
                Arrays.stream(Plan.values())
                        .map(plan -> plan.text() + "=" + plan.monthlyTokens())
                        .collect(Collectors.joining(" ")),
                missing,
                signs);
    }
}
