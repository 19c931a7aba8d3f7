package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** The claims of a token as JSON, and what must hold for them. */
final class JwtClaims {
    private final JwtPolicy policy;

    JwtClaims(JwtPolicy policy) {
        this.policy = policy;
    }

    Document write(Jwt jwt) {
        return Document.empty()
                .with("jti", jwt.id())
                .with("sub", jwt.subject())
                .with("iat", jwt.issuedAt().getEpochSecond())
                .withAll(jwt.claims())
                .with("iss", policy.issuer())
                .with("aud", policy.audience())
                .with("exp", jwt.endsAt().getEpochSecond());
    }

    /** The token that these claims make at this moment, if they do. */
    Verification read(Document claims, Instant now) {
        Optional<Reason> wrong = place(claims).or(() -> time(claims, now));
        Optional<String> id = claims.text("jti").filter(Jwt::isId);
        Optional<String> subject = claims.text("sub").filter(Jwt::isId);
        if (wrong.isPresent() || id.isEmpty() || subject.isEmpty()) {
            return Verification.invalid(wrong.orElse(Reason.CLAIMS));
        }
        return new Verification.Valid(new Jwt(
                id.get(),
                subject.get(),
                Instant.ofEpochSecond(claims.number("iat").orElseThrow()),
                Instant.ofEpochSecond(claims.number("exp").orElseThrow()),
                claims.without(Jwt.RESERVED)));
    }

    private Optional<Reason> place(Document claims) {
        if (!claims.text("iss").equals(Optional.of(policy.issuer()))) {
            return Optional.of(Reason.ISSUER);
        }
        boolean ours = names(claims, policy.audience())
                || policy.formerAudience()
                        .filter(former -> names(claims, former))
                        .isPresent();
        return ours ? Optional.empty() : Optional.of(Reason.AUDIENCE);
    }

    private static boolean names(Document claims, String audience) {
        return claims.text("aud").equals(Optional.of(audience))
                || claims.texts("aud").contains(audience);
    }

    /** Times are whole seconds that a calendar has; the clocks of others may differ by the skew either way. */
    private Optional<Reason> time(Document claims, Instant now) {
        OptionalLong issued = claims.number("iat");
        OptionalLong end = claims.number("exp");
        OptionalLong begin = claims.has("nbf") ? claims.number("nbf") : issued;
        if (!isTime(issued) || !isTime(end) || !isTime(begin) || end.getAsLong() <= issued.getAsLong()) {
            return Optional.of(Reason.CLAIMS);
        }
        if (!Instant.ofEpochSecond(end.getAsLong()).plus(policy.skew()).isAfter(now)) {
            return Optional.of(Reason.EXPIRED);
        }
        Instant latest = now.plus(policy.skew());
        boolean early = Instant.ofEpochSecond(Math.max(issued.getAsLong(), begin.getAsLong()))
                .isAfter(latest);
        return early ? Optional.of(Reason.NOT_YET) : Optional.empty();
    }

    private static boolean isTime(OptionalLong second) {
        return second.isPresent() && Jwt.isTime(second.getAsLong());
    }
}
