package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Start;
import java.util.List;

/** How many sessions a user may have. */
@OnEveryStore(heldClock = true)
final class CapsTest extends SessionSuite {
    @IndexKind.Each
    void theOldestEndsForANewOneHoweverBusyItIsAndTheSignInTellsSo(IndexKind kind) {
        SessionFixture fixture = fixture(kind, cap(3, AtCap.END_OLDEST)).started(3);
        for (int i = 0; i < 3; i++) {
            List<String> before = fixture.living();
            clock().advance(MINUTE);
            fixture.assertTouched(fixture.sessions().touch(fixture.found(before.getFirst())));
            Start next = fixture.start();
            assertThat(((Start.Started) next).ended())
                    .extracting(Ended::keyPart)
                    .containsExactly(fixture.keyPart(before.getFirst()));
            assertThat(((Start.Started) next).ended())
                    .allMatch(ended -> kind.isRecord() || ended.session().isPresent());
            fixture.assertGone(before.getFirst());
            assertThat(fixture.living()).hasSize(fixture.cap()).containsAll(before.subList(1, before.size()));
            fixture.assertLive(fixture.living());
        }
    }

    @IndexKind.OfSeveral
    void ofSeveralFromOneMomentOneEnds(IndexKind kind) {
        SessionFixture fixture = fixture(kind, cap(2, AtCap.END_OLDEST));
        for (int i = 0; i < 4; i++) {
            fixture.signIn();
        }
        assertThat(fixture.sessions().list(fixture.user)).hasSize(2);
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.OfSeveral
    void aSignInBeyondTheCapIsRefused(IndexKind kind) {
        SessionFixture fixture = fixture(kind, cap(2, AtCap.REFUSE)).started(2);
        assertThat(fixture.start()).isEqualTo(new Start.Refused());
        fixture.assertLive(fixture.acknowledged());
        fixture.end(fixture.firstSid());
        fixture.signIn();
        assertThat(fixture.sessions().list(fixture.user)).hasSize(2);
    }

    @IndexKind.Each
    void deadEntriesTakeNoPlace(IndexKind kind) {
        for (SessionPolicy policy : List.of(
                cap(1, AtCap.REFUSE), cap(2, AtCap.REFUSE), cap(1, AtCap.END_OLDEST), cap(3, AtCap.END_OLDEST))) {
            SessionFixture fixture = fixture(kind, policy).started(policy.maxPerUser());
            fixture.delete(fixture.key(fixture.firstSid()));
            clock().advance(MINUTE);
            Session last = fixture.signIn();
            assertThat(fixture.sessions().list(fixture.user))
                    .hasSize(fixture.cap())
                    .first()
                    .returns(last.publicId(), Session::publicId);
            fixture.assertIndexIsTheTruth();
        }
    }

    @IndexKind.OfSeveral
    void aLoweredCapEndsAsManyAsItMust(IndexKind kind) {
        SessionPolicy earlier = cap(70, AtCap.END_OLDEST);
        SessionFixture fixture = fixture(kind, cap(3, AtCap.END_OLDEST)).startedBeyond(60, earlier);
        clock().advance(MINUTE);
        fixture.signIn();
        fixture.assertLive(fixture.acknowledged().subList(58, 61));
    }

    @IndexKind.Each
    void usersDoNotCountForEachOther(IndexKind kind) {
        SessionFixture one = fixture(kind, cap(1, AtCap.REFUSE)).started(1);
        SessionFixture other = fixture(kind, cap(1, AtCap.REFUSE)).started(1);
        one.assertLive(one.acknowledged());
        other.assertLive(other.acknowledged());
        assertThat(one.sessions().endAll(other.user)).filteredOn(Ended::lived).hasSize(1);
        one.assertLive(one.acknowledged());
        other.assertEmpty();
    }
}
