package dev.yorozu.server.access;

import dev.yorozu.jwt.Verification;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import java.util.Optional;

/**
 * The access tokens that calls bring in their {@code Authorization} header.
 *
 * @param missing what is answered to a call without that header
 * @param invalid what is answered to a call whose token does not count
 */
public record BearerTokens(AccessTokens tokens, Problem missing, Problem invalid) {
    /** What the token of a call says; a call without one that this server has signed ends here. */
    public Verification.Valid verified(Call call) {
        Optional<String> token = call.bearer();
        if (token.isEmpty()) {
            throw (call.headers("Authorization").isEmpty() ? missing : invalid).exception();
        }
        return switch (tokens.verify(token.get())) {
            case Verification.Valid valid -> valid;
            case Verification.Invalid unsigned -> throw invalid.exception();
        };
    }

    /** Asks with a trip whether a token still counts; to ask for the answer ends the call where it does not. */
    public RoundTrip.Answer<Authentication.Granted> check(RoundTrip trip, Verification.Valid verified) {
        return tokens.check(trip, verified).map(authentication -> switch (authentication) {
            case Authentication.Granted granted -> granted;
            case Authentication.Denied denied -> throw invalid.exception();
        });
    }
}
