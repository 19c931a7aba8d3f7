package dev.yorozu.server.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import java.time.Instant;

/**
 * What there is to say of a token that counts (RFC 7662, section 2.2). Holds no secret.
 *
 * @param refresh whether it is a refresh token, which no resource server may take for an access token
 * @param members the members of the answer, in their order, without {@code active}
 */
public record ActiveToken(boolean refresh, Document members) {
    private static final String TYPE = "Bearer";

    /** An access token, by its times. */
    public static ActiveToken access(String subject, Instant issuedAt, Instant endsAt) {
        return new ActiveToken(false, Document.empty().with("token_type", TYPE)).said(subject, issuedAt, endsAt);
    }

    /** A signed access token, by what it says itself. */
    public static ActiveToken access(Jwt jwt, JwtPolicy policy) {
        return access(jwt.subject(), jwt.issuedAt(), jwt.endsAt()).signed(jwt, policy);
    }

    /** A refresh token, by its times. It has no type: nothing is to be called with it. */
    public static ActiveToken refresh(String subject, Instant issuedAt, Instant endsAt) {
        return new ActiveToken(true, Document.empty()).said(subject, issuedAt, endsAt);
    }

    /** A signed refresh token, by what it says itself. */
    public static ActiveToken refresh(Jwt jwt, JwtPolicy policy) {
        return refresh(jwt.subject(), jwt.issuedAt(), jwt.endsAt()).signed(jwt, policy);
    }

    private ActiveToken said(String subject, Instant issuedAt, Instant endsAt) {
        return new ActiveToken(
                refresh,
                members.with("exp", endsAt.getEpochSecond())
                        .with("iat", issuedAt.getEpochSecond())
                        .with("sub", subject));
    }

    private ActiveToken signed(Jwt jwt, JwtPolicy policy) {
        Document signed = members.with("aud", policy.audience())
                .with("iss", policy.issuer())
                .with("jti", jwt.id());
        return new ActiveToken(
                refresh, signed.withIfPresent("client_id", jwt.claims().text("client_id")));
    }

    /** Of whom it speaks. */
    public String subject() {
        return members.text("sub").orElseThrow();
    }

    /** The same, with one more member; the id of a session only where that is no secret. */
    public ActiveToken with(String name, String value) {
        return new ActiveToken(refresh, members.with(name, value));
    }
}
