package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Access;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.ledger.LedgerPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** What the parts of the contract share: lives, users, and short forms. */
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

    static final Document ATTRIBUTES =
            Document.empty().with("DevicePublicId", "phone-1").with("DeviceName", "Mia 海");

    static final Rotation INVALID = new Rotation.Refused(Rotation.Reason.INVALID);
    static final Rotation REVOKED = new Rotation.Refused(Rotation.Reason.REVOKED);
    static final Rotation ENDED = new Rotation.Refused(Rotation.Reason.ENDED);

    static LedgerPolicy ledgerPolicy(Duration grace, int cap, int remembered) {
        return new LedgerPolicy(LIFE, ABSOLUTE_LIFE, ACCESS_LIFE, SKEW, grace, cap, LIFE, remembered);
    }

    /** How many threads a race has: a few, to see that it holds at all; 32 in a long run. */
    static int threads(int few) {
        return Rounds.isLong() ? 32 : few;
    }

    /** A new user. */
    LineageFixture fixture(LineageKind kind, Storage storage) {
        return kind.fixture(new LineageFixture.Setting(store(), storage, clock(), GRACE, CAP));
    }

    /** An act for prepared users like this one, to be played again for each of its calls. */
    final <R> EveryCall<LineageFixture, R> everyCall(
            LineageFixture like, Consumer<LineageFixture> prepare, BiFunction<LineageFixture, Store, R> act) {
        return new EveryCall<>(
                store(),
                () -> {
                    LineageFixture user = like.another();
                    prepare.accept(user);
                    return user;
                },
                (through, user) -> act.apply(user, through),
                number -> inTurn(like.storage, number));
    }

    /** The access token that came with a refresh token. */
    static Access access(Issued issued) {
        return issued.login().access().getLast();
    }

    static Authentication denied(Reason reason) {
        return new Authentication.Denied(reason);
    }

    static Authentication.Granted granted(Authentication check) {
        assertThat(check).isInstanceOf(Authentication.Granted.class);
        return (Authentication.Granted) check;
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

    static Rotation.Reused assertReused(Rotation rotation) {
        assertThat(rotation).isInstanceOf(Rotation.Reused.class);
        return (Rotation.Reused) rotation;
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
