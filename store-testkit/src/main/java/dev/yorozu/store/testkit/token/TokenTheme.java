package dev.yorozu.store.testkit.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What the parts of the contract share: policies, scenes, and short forms. */
abstract class TokenTheme {
    static final int CAP = 5;
    static final Duration LIFE = Duration.ofDays(30);
    static final Duration ABSOLUTE_LIFE = Duration.ofDays(90);
    static final Duration SETS_LIFE = Duration.ofDays(31);
    static final Duration ACCESS_LIFE = Duration.ofMinutes(15);
    static final Duration SKEW = Duration.ofSeconds(30);
    static final Duration GRACE = Duration.ofSeconds(10);
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MOMENT = Duration.ofMillis(1);

    static final RefreshPolicy POLICY = policy(GRACE, CAP);
    static final RefreshPolicy GRACELESS = policy(Duration.ZERO, CAP);

    static final Document ATTRIBUTES =
            Document.empty().with("DevicePublicId", "phone-1").with("DeviceName", "Mia 海");

    private final TokensContract contract;
    private final HeldClock clock;

    /**
     * The clock of the tokens is held on every store. Where the store's own cannot be, it begins at the real time: keys
     * then live on while the tokens' time passes, and the limits that tokens keep by themselves are seen alone.
     */
    TokenTheme(TokensContract contract) {
        this.contract = contract;
        this.clock =
                contract.clock().orElseGet(() -> new HeldClock(Instant.now().truncatedTo(ChronoUnit.MILLIS)));
    }

    static RefreshPolicy policy(Duration grace, int cap) {
        return new RefreshPolicy(LIFE, ABSOLUTE_LIFE, ACCESS_LIFE, SKEW, grace, cap, LIFE);
    }

    /** How many threads a race has: some, to see that it runs; 32 in a long run. */
    static int threads() {
        return Race.isLong() ? 32 : 6;
    }

    /**
     * Whether a case that does not depend on how secrets are stored is this storage's to run: usually each runs with one of
     * the two, and in a long run with both.
     */
    static boolean inTurn(Storage storage, int number) {
        return Race.isLong() || number % 2 == storage.ordinal();
    }

    /** Names the type that a lambda among the actions of a race has. */
    static <T> Callable<T> action(Callable<T> action) {
        return action;
    }

    /** What stands for a token in the store: itself, or the beginning of its digest, which looks like a token too. */
    static String keyPart(Storage storage, String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token).substring(0, token.length());
    }

    Store store() {
        return contract.store();
    }

    HeldClock clock() {
        return clock;
    }

    Optional<HeldClock> storeClock() {
        return contract.clock();
    }

    Scene scene(Storage storage) {
        return scene(storage, POLICY);
    }

    Scene scene(Storage storage, RefreshPolicy policy) {
        return new Scene(store(), storage, policy, clock);
    }

    static Pair rotated(Rotation rotation) {
        assertThat(rotation).isInstanceOf(Rotation.Rotated.class);
        return ((Rotation.Rotated) rotation).pair();
    }

    static Pair repeated(Rotation rotation) {
        assertThat(rotation).isInstanceOf(Rotation.Repeated.class);
        return ((Rotation.Repeated) rotation).pair();
    }

    static Optional<Pair> pair(Rotation rotation) {
        return switch (rotation) {
            case Rotation.Rotated rotated -> Optional.of(rotated.pair());
            case Rotation.Repeated repeated -> Optional.of(repeated.pair());
            case Rotation.Reused reused -> Optional.empty();
            case Rotation.Refused refused -> Optional.empty();
        };
    }

    /** Asserts that a key lives this long: exactly where the store's clock is held, elsewhere but for the time passed. */
    void assertLife(Key key, Duration expected) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        Duration left = ((Life.Ends) life).left();
        if (storeClock().isPresent()) {
            assertThat(left).isEqualTo(expected);
        } else {
            assertThat(left).isBetween(expected.minusMinutes(5), expected.plusSeconds(10));
        }
    }
}
