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
            fixture.touched(fixture.found(before.getFirst()));
            List<Ended> ended = ((Start.Started) fixture.start()).ended();
            assertThat(keyParts(ended)).containsExactly(fixture.keyPart(before.getFirst()));
            assertThat(ended).allMatch(each -> kind.isRecord() || each.session().isPresent());
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
        assertThat(fixture.list()).hasSize(2);
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.OfSeveral
    void aSignInBeyondTheCapIsRefusedWhateverOtherUsersHave(IndexKind kind) {
        SessionFixture neighbour = fixture(kind, cap(2, AtCap.REFUSE)).started(2);
        SessionFixture fixture = fixture(kind, cap(2, AtCap.REFUSE)).started(2);
        assertThat(fixture.start()).isEqualTo(new Start.Refused());
        fixture.assertLive(fixture.acknowledged());
        fixture.end(fixture.firstSid());
        fixture.signIn();
        assertThat(fixture.list()).hasSize(2);
        neighbour.assertLive(neighbour.acknowledged());
    }

    @IndexKind.Each
    void deadEntriesTakeNoPlace(IndexKind kind) {
        for (SessionPolicy policy : List.of(
                cap(1, AtCap.REFUSE), cap(2, AtCap.REFUSE), cap(1, AtCap.END_OLDEST), cap(3, AtCap.END_OLDEST))) {
            SessionFixture fixture = fixture(kind, policy).started(policy.maxPerUser());
            fixture.delete(fixture.key(fixture.firstSid()));
            clock().advance(MINUTE);
            Session last = fixture.signIn();
            assertThat(fixture.list()).hasSize(fixture.cap()).first().returns(last.publicId(), Session::publicId);
            fixture.assertIndexIsTheTruth();
        }
    }

    @IndexKind.OfSeveral
    void aLoweredCapEndsAsManyAsItMust(IndexKind kind) {
        SessionFixture fixture =
                fixture(kind, cap(70, AtCap.END_OLDEST)).started(60).under(cap(3, AtCap.END_OLDEST));
        clock().advance(MINUTE);
        fixture.signIn();
        fixture.assertLive(fixture.acknowledged().subList(58, 61));
    }
}
