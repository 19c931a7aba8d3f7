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
        SessionFixture scene = scene(kind, cap(3, AtCap.END_OLDEST)).started(3);
        for (int i = 0; i < 3; i++) {
            List<String> before = scene.living();
            clock().advance(MINUTE);
            scene.assertTouched(scene.sessions().touch(scene.found(before.getFirst())));
            Start next = scene.start();
            assertThat(((Start.Started) next).ended())
                    .extracting(Ended::keyPart)
                    .containsExactly(scene.keyPart(before.getFirst()));
            assertThat(((Start.Started) next).ended())
                    .allMatch(ended -> kind.isRecord() || ended.session().isPresent());
            scene.assertGone(before.getFirst());
            assertThat(scene.living()).hasSize(scene.cap()).containsAll(before.subList(1, before.size()));
            scene.assertLive(scene.living());
        }
    }

    @IndexKind.OfSeveral
    void ofSeveralFromOneMomentOneEnds(IndexKind kind) {
        SessionFixture scene = scene(kind, cap(2, AtCap.END_OLDEST));
        for (int i = 0; i < 4; i++) {
            scene.signIn();
        }
        assertThat(scene.sessions().list(scene.user)).hasSize(2);
        scene.assertIndexIsTheTruth();
    }

    @IndexKind.OfSeveral
    void aSignInBeyondTheCapIsRefused(IndexKind kind) {
        SessionFixture scene = scene(kind, cap(2, AtCap.REFUSE)).started(2);
        assertThat(scene.start()).isEqualTo(new Start.Refused());
        scene.assertLive(scene.acknowledged());
        scene.end(scene.firstSid());
        scene.signIn();
        assertThat(scene.sessions().list(scene.user)).hasSize(2);
    }

    @IndexKind.Each
    void deadEntriesTakeNoPlace(IndexKind kind) {
        for (SessionPolicy policy : List.of(
                cap(1, AtCap.REFUSE), cap(2, AtCap.REFUSE), cap(1, AtCap.END_OLDEST), cap(3, AtCap.END_OLDEST))) {
            SessionFixture scene = scene(kind, policy).started(policy.maxPerUser());
            scene.delete(scene.key(scene.firstSid()));
            clock().advance(MINUTE);
            Session last = scene.signIn();
            assertThat(scene.sessions().list(scene.user))
                    .hasSize(scene.cap())
                    .first()
                    .returns(last.publicId(), Session::publicId);
            scene.assertIndexIsTheTruth();
        }
    }

    @IndexKind.OfSeveral
    void aLoweredCapEndsAsManyAsItMust(IndexKind kind) {
        SessionPolicy earlier = cap(70, AtCap.END_OLDEST);
        SessionFixture scene = scene(kind, cap(3, AtCap.END_OLDEST)).startedBeyond(60, earlier);
        clock().advance(MINUTE);
        scene.signIn();
        scene.assertLive(scene.acknowledged().subList(58, 61));
    }

    @IndexKind.Each
    void usersDoNotCountForEachOther(IndexKind kind) {
        SessionFixture one = scene(kind, cap(1, AtCap.REFUSE)).started(1);
        SessionFixture other = scene(kind, cap(1, AtCap.REFUSE)).started(1);
        one.assertLive(one.acknowledged());
        other.assertLive(other.acknowledged());
        assertThat(one.sessions().endAll(other.user)).filteredOn(Ended::lived).hasSize(1);
        one.assertLive(one.acknowledged());
        other.assertEmpty();
    }
}
