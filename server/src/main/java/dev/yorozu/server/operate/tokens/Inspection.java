package dev.yorozu.server.operate.tokens;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Optional;

/**
 * What there is to know of a token that a caller presents. Nothing in it grants access, and nothing in it comes from a
 * text whose signature is wrong.
 *
 * @param finding whether it is live, else why not
 * @param user the id of the user
 * @param loginId what the directory calls the user
 * @param login the public id of the login that it belongs to, while that lives
 * @param device what its owner calls the device, else the device's public id
 * @param id the {@code jti} of an access token
 */
@JsonPropertyOrder({"kind", "live", "finding"})
public record Inspection(
        Kind kind,
        TokenState finding,
        Optional<String> user,
        Optional<String> loginId,
        Optional<String> login,
        Optional<String> device,
        Optional<String> id,
        Optional<Instant> issued,
        Optional<Instant> ends) {
    /** What a text looks like. */
    public enum Kind {
        ACCESS,
        REFRESH,
        NEITHER
    }

    @JsonProperty
    public boolean live() {
        return finding == TokenState.LIVE;
    }
}
