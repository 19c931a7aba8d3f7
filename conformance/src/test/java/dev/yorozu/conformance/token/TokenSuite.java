package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.Optional;

/** What the parts of the contract share: policies, scenes, and short forms. */
abstract class TokenSuite extends Suite {
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

    static RefreshPolicy policy(Duration grace, int cap) {
        return policy(grace, cap, RefreshPolicy.STANDARD.maxRemembered());
    }

    static RefreshPolicy policy(Duration grace, int cap, int remembered) {
        return new RefreshPolicy(LIFE, ABSOLUTE_LIFE, ACCESS_LIFE, SKEW, grace, cap, LIFE, remembered);
    }

    /** How many threads a race has: some, to see that it runs; 32 in a long run. */
    static int threads() {
        return Rounds.isLong() ? 32 : 6;
    }

    /** What stands for a token in the store: itself, or the beginning of its digest, which looks like a token too. */
    static String keyPart(Storage storage, String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token).substring(0, token.length());
    }

    TokenFixture scene(Storage storage) {
        return scene(storage, POLICY);
    }

    TokenFixture scene(Storage storage, RefreshPolicy policy) {
        return new TokenFixture(store(), storage, policy, clock());
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
}
