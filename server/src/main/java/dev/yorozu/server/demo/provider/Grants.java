package dev.yorozu.server.demo.provider;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * What the practice provider has given out: codes and refresh tokens, each good for one use, and access tokens.
 *
 * <p>Knows no wire format, so that one provider after another can be practised with it. All is in memory and bounded:
 * the oldest is forgotten first. Safe for use by any number of threads; nothing is called while its monitor is held.
 */
public final class Grants {
    private static final Duration CODE_LIFE = Duration.ofMinutes(1);
    /** A token that is told to end at once still lets the sign-in that it was made for finish. */
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    private final RandomTokens random;
    private final InstantSource clock;
    private final Lives lives;
    private final Map<String, Code> codes = new Bounded<>(1_000);
    private final Map<String, Access> accesses = new Bounded<>(10_000);
    private final Map<String, Renewal> renewals = new Bounded<>(10_000);

    public Grants(Lives lives, RandomTokens random, InstantSource clock) {
        this.lives = lives;
        this.random = random;
        this.clock = clock;
    }

    /**
     * How long access tokens live, as apps are told.
     *
     * @param usual those that behave
     * @param brief those that are to end soon
     */
    public record Lives(Duration usual, Duration brief) {}

    /**
     * What an app asked for.
     *
     * @param challenge the SHA-256, in base64 for URLs, of a verifier that only the app knows; empty where none is asked
     */
    record Wish(String redirectUri, Optional<String> challenge, String scope) {}

    /**
     * What an app was given.
     *
     * @param life how long the access token lives, as the app is told
     */
    record Tokens(String access, String refresh, Duration life, String scope) {}

    private record Code(Wish wish, Person person, TokenBehaviour temper, Instant end) {}

    private record Access(Person person, Instant end) {}

    private record Renewal(Person person, String scope, boolean refused) {}

    /** A code for somebody who agreed. */
    synchronized String code(Wish wish, Person person, TokenBehaviour temper) {
        String code = random.base64url(24);
        codes.put(code, new Code(wish, person, temper, clock.instant().plus(CODE_LIFE)));
        return code;
    }

    /** The tokens for a code. Whatever comes of it, the code is used up. */
    synchronized Optional<Tokens> redeem(String code, String redirectUri, String verifier) {
        Code found = codes.remove(code);
        if (found == null
                || !clock.instant().isBefore(found.end)
                || !found.wish.redirectUri.equals(redirectUri)
                || !isProven(found.wish, verifier)) {
            return Optional.empty();
        }
        return Optional.of(tokens(found.person, found.wish.scope, found.temper));
    }

    private static boolean isProven(Wish wish, String verifier) {
        return wish.challenge
                .filter(challenge -> !Digests.same(challenge, Digests.base64url(verifier)))
                .isEmpty();
    }

    /** New tokens for a refresh token, which is used up. */
    synchronized Optional<Tokens> renew(String refresh) {
        Renewal found = renewals.remove(refresh);
        return found == null || found.refused
                ? Optional.empty()
                : Optional.of(tokens(found.person, found.scope, TokenBehaviour.STEADY));
    }

    /** Whose access token this is. */
    synchronized Optional<Person> owner(String access) {
        return Optional.ofNullable(accesses.get(access))
                .filter(found -> clock.instant().isBefore(found.end))
                .map(Access::person);
    }

    private Tokens tokens(Person person, String scope, TokenBehaviour temper) {
        Tokens tokens = new Tokens(
                random.base64url(24),
                random.base64url(24),
                temper == TokenBehaviour.STEADY ? lives.usual() : lives.brief(),
                scope);
        accesses.put(
                tokens.access,
                new Access(person, clock.instant().plus(tokens.life).plus(LEEWAY)));
        renewals.put(tokens.refresh, new Renewal(person, scope, temper == TokenBehaviour.WITHDRAWN));
        return tokens;
    }
}
