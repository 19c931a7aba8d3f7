package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The claims of a token as JSON, and what must hold for them. */
final class JwtClaims {
    private final JwtPolicy policy;

    JwtClaims(JwtPolicy policy) {
        this.policy = policy;
    }

    Document write(Jwt jwt) {
        return Document.builder()
                .with("jti", jwt.id())
                .with("sub", jwt.subject())
                .with("iat", jwt.issuedAt().getEpochSecond())
                .withAll(jwt.claims())
                .with("iss", policy.issuer())
                .with("aud", policy.audience())
                .with("exp", jwt.endsAt().getEpochSecond())
                .build();
    }

    /**
     * What a token says that is valid whenever its times are.
     *
     * @param begin the second from which on it counts: the later of its issue and its {@code nbf}
     */
    record Timed(Verification.Valid valid, long begin) {}

    /** What these claims say, where nothing but the clock can be against them. */
    Optional<Timed> read(Document claims) {
        Optional<String> id = claims.text("jti").filter(Jwt::isId);
        Optional<String> subject = claims.text("sub").filter(Jwt::isId);
        if (place(claims).isPresent() || !hasTimes(claims) || id.isEmpty() || subject.isEmpty()) {
            return Optional.empty();
        }
        long issued = claims.number("iat").orElseThrow();
        Jwt jwt = new Jwt(
                id.get(),
                subject.get(),
                Instant.ofEpochSecond(issued),
                Instant.ofEpochSecond(claims.number("exp").orElseThrow()),
                claims.without(Jwt.RESERVED));
        return Optional.of(new Timed(
                new Verification.Valid(jwt),
                Math.max(issued, claims.number("nbf").orElse(issued))));
    }

    /** What is to be said of such a token at this moment; the clocks of others may differ by the skew either way. */
    Verification at(Instant now, Timed token) {
        Reason wrong = time(now, token.valid().jwt().endsAt(), token.begin());
        return wrong == null ? token.valid() : Verification.invalid(wrong);
    }

    /** Why claims make no valid token at this moment, where they {@linkplain #read make none} at any. */
    Reason objection(Document claims, Instant now) {
        Optional<Reason> elsewhere = place(claims);
        if (elsewhere.isPresent() || !hasTimes(claims)) {
            return elsewhere.orElse(Reason.CLAIMS);
        }
        long issued = claims.number("iat").orElseThrow();
        Instant end = Instant.ofEpochSecond(claims.number("exp").orElseThrow());
        Reason wrong = time(now, end, Math.max(issued, claims.number("nbf").orElse(issued)));
        return wrong == null ? Reason.CLAIMS : wrong;
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

    /** Times are whole seconds that a calendar has. */
    private static boolean hasTimes(Document claims) {
        OptionalLong issued = claims.number("iat");
        OptionalLong end = claims.number("exp");
        OptionalLong begin = claims.has("nbf") ? claims.number("nbf") : issued;
        return isTime(issued) && isTime(end) && isTime(begin) && end.getAsLong() > issued.getAsLong();
    }

    private @Nullable Reason time(Instant now, Instant end, long begin) {
        if (!end.plus(policy.skew()).isAfter(now)) {
            return Reason.EXPIRED;
        }
        return Instant.ofEpochSecond(begin).isAfter(now.plus(policy.skew())) ? Reason.NOT_YET : null;
    }

    private static boolean isTime(OptionalLong second) {
        return second.isPresent() && Jwt.isTime(second.getAsLong());
    }
}
