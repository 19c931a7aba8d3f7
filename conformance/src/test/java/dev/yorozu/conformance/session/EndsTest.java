package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.List;

/** Listings, and all the ways to end sessions. */
@OnEveryStore(heldClock = true)
final class EndsTest extends SessionSuite {
    @IndexKind.Each
    void anEndLeavesNothingAndWhatComesAfterItChangesNothing(IndexKind kind) {
        SessionFixture scene = scene(kind);
        Session seen = scene.signIn();
        assertThat(scene.end(scene.firstSid())).isPresent();
        scene.assertGone(scene.firstSid());
        scene.assertEmpty();
        clock().advance(MINUTE);
        Sessions sessions = scene.sessions();
        assertThat(scene.end(scene.firstSid())).isEmpty();
        assertThat(scene.end(kind.deadSid(7))).isEmpty();
        assertThat(sessions.end(seen)).isFalse();
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Gone());
        assertThat(sessions.change(seen, document -> document.with("name", "ghost")))
                .isEqualTo(new Change.Gone());
        assertThat(sessions.adopt(List.of(scene.key(scene.firstSid())))).isZero();
        scene.assertEmpty();
    }

    @IndexKind.Each
    void whatAnEndedSessionDoesLeavesTheOthersAlone(IndexKind kind) {
        SessionFixture scene = scene(kind, cap(1, POLICY.atCap()));
        Session first = scene.signIn();
        Session next = scene.signIn();
        Key listing = kind.isRecord() ? scene.index() : scene.key(SessionFixture.sid(next));
        Bytes before = store().get(listing).orElseThrow();
        assertThat(scene.end(SessionFixture.sid(first))).isEmpty();
        assertThat(scene.sessions().end(first)).isFalse();
        assertThat(scene.sessions().change(first, document -> document.with("name", "late")))
                .isEqualTo(new Change.Gone());
        assertThat(store().get(listing)).hasValue(before);
        scene.assertLive(List.of(SessionFixture.sid(next)));
    }

    @IndexKind.Each
    void aSessionIsEndedOnlyAtTheVersionSeen(IndexKind kind) {
        SessionFixture scene = scene(kind);
        Sessions sessions = scene.sessions();
        Session first = scene.signIn();
        sessions.change(first, document -> document.with("name", "renewed"));
        assertThat(sessions.end(first)).isFalse();
        scene.assertLive(scene.acknowledged());
        Session second = scene.first();
        clock().advance(MINUTE);
        scene.assertTouched(sessions.touch(second));
        assertThat(sessions.end(second)).isTrue();
        assertThat(sessions.end(second)).isFalse();
        scene.assertEmpty();
    }

    @IndexKind.Each
    void endingAllLeavesNothingAndTellsWhoLived(IndexKind kind) {
        SessionFixture neighbour = scene(kind).started(1);
        SessionFixture scene = scene(kind);
        assertThat(scene.sessions().endAll(scene.user)).isEmpty();
        scene.started(4);
        scene.delete(scene.key(scene.acknowledged().getLast()));
        List<Ended> ended = scene.sessions().endAll(scene.user);
        assertThat(ended)
                .extracting(Ended::keyPart)
                .containsExactlyInAnyOrderElementsOf(
                        scene.acknowledged().stream().map(scene::keyPart).toList());
        assertThat(ended).filteredOn(Ended::lived).hasSize(scene.acknowledged().size() - 1);
        scene.assertEmpty();
        assertThat(scene.sessions().endAll(scene.user)).isEmpty();
        neighbour.assertLive(neighbour.acknowledged());
    }

    @IndexKind.OfSeveral
    void endingAllButOneKeepsThatOne(IndexKind kind) {
        SessionFixture scene = scene(kind).started(3);
        String kept = scene.acknowledged().get(1);
        assertThat(scene.sessions().endAllBut(scene.user, kept))
                .filteredOn(Ended::lived)
                .hasSize(2);
        scene.assertLive(List.of(kept));
        assertThat(scene.sessions().endAllBut(scene.user, "no sid"))
                .filteredOn(Ended::lived)
                .hasSize(1);
        scene.assertEmpty();
    }

    @IndexKind.Each
    void oneIsEndedByItsPublicIdAndForItsUserOnly(IndexKind kind) {
        SessionFixture scene = scene(kind).started(3);
        SessionFixture neighbour = scene(kind).started(1);
        Sessions sessions = scene.sessions();
        String sid = scene.acknowledged().get(scene.cap() / 2);
        String shown = scene.found(sid).publicId();
        assertThat(sessions.endOne(neighbour.user, shown)).isEmpty();
        assertThat(sessions.endOne("no:user", shown)).isEmpty();
        assertThat(sessions.endOne(scene.user, neighbour.first().publicId())).isEmpty();
        assertThat(sessions.endOne(scene.user, "0000000000000000")).isEmpty();
        neighbour.assertLive(neighbour.acknowledged());
        scene.assertLive(scene.acknowledged());
        assertThat(sessions.endOne(scene.user, shown)).isPresent();
        assertThat(sessions.endOne(scene.user, shown)).isEmpty();
        scene.assertGone(sid);
        assertThat(sessions.list(scene.user)).hasSize(scene.acknowledged().size() - 1);
        scene.assertIndexIsTheTruth();
    }

    @IndexKind.Each
    void aListingShowsTheNewestFirst(IndexKind kind) {
        SessionFixture scene = scene(kind).started(4);
        List<Session> listed = scene.sessions().list(scene.user);
        assertThat(listed)
                .extracting(Session::publicId)
                .containsExactlyElementsOf(scene.acknowledged().reversed().stream()
                        .map(sid -> scene.found(sid).publicId())
                        .toList());
        // As exactly as the store's clock says how long a key lives, where that is the only clock.
        assertThat(listed.getFirst().createdAt())
                .isBetween(clock().instant().minusSeconds(30), clock().instant().plusSeconds(5));
        storeClock().ifPresent(held -> assertThat(listed.getFirst().createdAt()).isEqualTo(held.instant()));
        assertThat(listed)
                .allMatch(session -> session.endsAt().equals(session.createdAt().plus(LIFE)));
        assertThat(listed.getFirst().toString())
                .doesNotContain(listed.getFirst().keyPart());
        assertThat(scene.sessions().list("nobody-" + scene.user)).isEmpty();
        assertThat(scene.sessions().list("no:user")).isEmpty();
    }

    @IndexKind.Each
    void aListingRemovesWhatIsDeadFromTheIndex(IndexKind kind) {
        SessionFixture scene = scene(kind).started(2);
        scene.enlistTheDead(kind.isRecord() ? 3 : 100);
        if (!kind.isRecord()) {
            scene.enlist(Bytes.of("no key part"));
            scene.enlist(Bytes.of(new byte[] {-1, 0}));
        }
        String shown = scene.first().publicId();
        scene.delete(scene.key(scene.firstSid()));
        assertThat(scene.sessions().endOne(scene.user, shown)).isEmpty();
        assertThat(scene.sessions().list(scene.user))
                .hasSize(scene.acknowledged().size() - 1);
        scene.assertIndexIsTheTruth();
        scene.end(scene.acknowledged().getLast());
        assertThat(scene.sessions().list(scene.user)).isEmpty();
        scene.assertEmpty();
    }

    @IndexKind.Each
    void aSessionIsFoundAndEndedForItsUserOnly(IndexKind kind) {
        SessionFixture scene = scene(kind).started(1);
        Sessions sessions = scene.sessions();
        String other = scene(kind).user;
        assertThat(sessions.find(other, scene.firstSid())).isEmpty();
        assertThat(sessions.end(other, scene.firstSid())).isEmpty();
        assertThat(sessions.find(scene.user, scene.firstSid())).isPresent();
        assertThat(sessions.end(scene.user, scene.firstSid())).isPresent();
        scene.assertEmpty();
    }
}
