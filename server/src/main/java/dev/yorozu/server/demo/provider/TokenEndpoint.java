package dev.yorozu.server.demo.provider;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where apps get tokens for codes and for refresh tokens: plain OAuth 2, which both Discord and Patreon speak.
 *
 * @param version what Patreon says with its tokens, and Discord does not
 */
public record TokenEndpoint(PracticeApp app, Grants grants, Optional<String> version) {
    private static final String BEARER = "Bearer ";

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Granted(
            @JsonProperty("token_type") String tokenType,
            @JsonProperty("access_token") String accessToken,
            @JsonProperty("expires_in") long expiresIn,
            @JsonProperty("refresh_token") String refreshToken,
            String scope,
            @Nullable String version) {}

    private record Refused(
            String error, @JsonProperty("error_description") String description) {}

    public void routes(Routes routes) {
        routes.post("/api/oauth2/token", this::token);
    }

    /** Whose access token a call carries. */
    public Optional<Person> owner(Call call) {
        return call.header("Authorization")
                .filter(value -> value.startsWith(BEARER))
                .flatMap(value -> grants.owner(value.substring(BEARER.length())));
    }

    private Reply token(Call call) throws IOException {
        Form form = call.form();
        if (!form.text("client_id").equals(app.clientId())
                || !Digests.same(form.text("client_secret"), app.clientSecret())) {
            return refused(401, "invalid_client", "The client id or its secret is wrong.");
        }
        return switch (form.text("grant_type")) {
            case "authorization_code" ->
                granted(grants.redeem(form.text("code"), form.text("redirect_uri"), form.text("code_verifier")));
            case "refresh_token" -> granted(grants.renew(form.text("refresh_token")));
            default -> refused(400, "unsupported_grant_type", "Ask with authorization_code or refresh_token.");
        };
    }

    private Reply granted(Optional<Grants.Tokens> tokens) {
        return tokens.map(this::granted)
                .map(granted -> Reply.json(200, granted).unkept())
                .orElseGet(() -> refused(400, "invalid_grant", "The code or token is unknown, used or withdrawn."));
    }

    private Granted granted(Grants.Tokens found) {
        long seconds = found.life().toSeconds();
        return new Granted("Bearer", found.access(), seconds, found.refresh(), found.scope(), version.orElse(null));
    }

    private static Reply refused(int status, String error, String description) {
        return Reply.json(status, new Refused(error, description)).unkept();
    }
}
