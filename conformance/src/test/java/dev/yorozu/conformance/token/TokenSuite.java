package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Access;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.ledger.LedgerPolicy;
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
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration WEEK = Duration.ofDays(7);
    static final Duration MOMENT = Duration.ofMillis(1);

    static final LedgerPolicy POLICY = policy(GRACE, CAP);
    static final LedgerPolicy GRACELESS = policy(Duration.ZERO, CAP);

    static final Document ATTRIBUTES =
            Document.empty().with("DevicePublicId", "phone-1").with("DeviceName", "Mia 海");

    static final Rotation INVALID = new Rotation.Refused(Rotation.Reason.INVALID);
    static final Rotation REVOKED = new Rotation.Refused(Rotation.Reason.REVOKED);
    static final Rotation ENDED = new Rotation.Refused(Rotation.Reason.ENDED);

    static LedgerPolicy policy(Duration grace, int cap) {
        return policy(grace, cap, LedgerPolicy.STANDARD.maxRemembered());
    }

    static LedgerPolicy policy(Duration grace, int cap, int remembered) {
        return new LedgerPolicy(LIFE, ABSOLUTE_LIFE, ACCESS_LIFE, SKEW, grace, cap, LIFE, remembered);
    }

    /** How many threads a race has: some, to see that it runs; 32 in a long run. */
    static int threads() {
        return Rounds.isLong() ? 32 : 6;
    }

    /** What stands for a token in the store: itself, or the beginning of its digest, which looks like a token too. */
    static String keyPart(Storage storage, String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token).substring(0, token.length());
    }

    LineageFixture scene(LineageKind kind, Storage storage) {
        return scene(kind, storage, GRACE, CAP);
    }

    /** @param cap how many logins a user may have, where logins of one user can end by themselves */
    LineageFixture scene(LineageKind kind, Storage storage, Duration grace, int cap) {
        return switch (kind) {
            case LEDGER -> scene(storage, policy(grace, cap));
            case SESSION -> new SessionFixture(store(), storage, grace, cap, clock());
            case FAMILY -> new FamilyFixture(store(), storage, grace, clock());
        };
    }

    SessionFixture stage(Storage storage) {
        return new SessionFixture(store(), storage, GRACE, CAP, clock());
    }

    FamilyFixture table(Storage storage) {
        return new FamilyFixture(store(), storage, GRACE, clock());
    }

    LedgerFixture scene(Storage storage) {
        return scene(storage, POLICY);
    }

    LedgerFixture scene(Storage storage, LedgerPolicy policy) {
        return new LedgerFixture(store(), storage, policy, clock());
    }

    /** The access token that came with a refresh token. */
    static Access access(Issued issued) {
        return issued.login().access().getLast();
    }

    static Issued rotated(Rotation rotation) {
        assertThat(rotation).isInstanceOf(Rotation.Rotated.class);
        return ((Rotation.Rotated) rotation).issued();
    }

    static Issued repeated(Rotation rotation) {
        assertThat(rotation).isInstanceOf(Rotation.Repeated.class);
        return ((Rotation.Repeated) rotation).issued();
    }

    static void assertRepeats(Rotation rotation, Issued pair) {
        assertThat(repeated(rotation).accessToken()).isEqualTo(pair.accessToken());
        assertThat(repeated(rotation).refreshToken()).isEqualTo(pair.refreshToken());
    }

    static Optional<Issued> pair(Rotation rotation) {
        return switch (rotation) {
            case Rotation.Rotated rotated -> Optional.of(rotated.issued());
            case Rotation.Repeated repeated -> Optional.of(repeated.issued());
            case Rotation.Reused reused -> Optional.empty();
            case Rotation.Refused refused -> Optional.empty();
        };
    }
}
