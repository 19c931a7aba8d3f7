package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.oauth.OAuthErrors;
import dev.yorozu.session.Session;
import dev.yorozu.session.provider.Logout;
import dev.yorozu.session.provider.ProviderLogouts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Logger;

/** Where the provider says that somebody was logged out there (OpenID Connect Back-Channel Logout 1.0). */
record BackChannelRoutes(OidcClient client, ProviderLogouts logouts, AuditTrail audit, Function<Call, Client> clients) {
    private static final Logger LOGGER = Logger.getLogger(BackChannelRoutes.class.getName());
    private static final int MOST_BYTES = 32 * 1024;

    /** Neither refusal tells which check failed: that is in the log. */
    private static final Problem REFUSED = OAuthErrors.invalidRequest(
            "This is no logout token of the provider's for this client, or was used before.");

    private static final Problem NOT_NOW = new Problem(
            400, "temporarily_unavailable", "The provider's keys cannot be had now: send the logout token again soon.");

    Reply logout(Call call) throws IOException {
        String token = call.mediaType().equals(Form.MEDIA_TYPE) ? token(call) : "";
        if (token.isEmpty()) {
            return tell(OAuthErrors.invalidRequest("Send a form with the one parameter logout_token."));
        }
        Optional<OidcClient.Ready> ready = client.ready();
        if (ready.isEmpty()) {
            return tell(NOT_NOW);
        }
        return switch (ready.get().logoutTokens().check(token)) {
            case Verdict.Refused<Logout> wrong -> refused(wrong.why());
            case Verdict.Genuine<Logout> genuine -> follow(call, genuine.told());
        };
    }

    private static String token(Call call) throws IOException {
        return Form.parse(new String(call.body(MOST_BYTES), StandardCharsets.ISO_8859_1))
                .filter(form -> !form.isRepeated())
                .map(form -> form.text("logout_token"))
                .orElse("");
    }

    private Reply follow(Call call, Logout logout) {
        Optional<List<Session>> ended = logouts.follow(logout);
        if (ended.isEmpty()) {
            return refused("it was used before");
        }
        ended.get()
                .forEach(session ->
                        audit.append(audit.about(clients.apply(call), "sign-out", session.user(), session.publicId())
                                .ending("by the provider")));
        return Reply.empty(200).unkept();
    }

    private static Reply refused(String why) {
        LOGGER.warning(() -> "A logout token was refused: " + why);
        return tell(REFUSED);
    }

    private static Reply tell(Problem problem) {
        return problem.reply(OAuthErrors.FORM);
    }
}
