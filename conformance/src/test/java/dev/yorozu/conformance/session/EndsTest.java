package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.sid;
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
        SessionFixture fixture = fixture(kind);
        Session seen = fixture.signIn();
        assertThat(fixture.end(sid(seen))).isPresent();
        fixture.assertGone(sid(seen));
        fixture.assertEmpty();
        clock().advance(MINUTE);
        assertThat(fixture.end(sid(seen))).isEmpty();
        assertThat(fixture.end(kind.deadSid(7))).isEmpty();
        assertThat(fixture.sessions().end(seen)).isFalse();
        assertThat(fixture.touch(seen)).isEqualTo(new Touch.Gone());
        assertThat(fixture.rename(seen, "late")).isEqualTo(new Change.Gone());
        assertThat(fixture.sessions().adopt(List.of(fixture.key(sid(seen))))).isZero();
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void whatAnEndedSessionDoesLeavesTheOthersAlone(IndexKind kind) {
        SessionFixture fixture = fixture(kind, cap(1, POLICY.atCap()));
        Session first = fixture.signIn();
        Session next = fixture.signIn();
        Key listing = kind.isRecord() ? fixture.index() : fixture.key(sid(next));
        Bytes before = store().get(listing).orElseThrow();
        assertThat(fixture.end(sid(first))).isEmpty();
        assertThat(fixture.sessions().end(first)).isFalse();
        assertThat(fixture.rename(first, "late")).isEqualTo(new Change.Gone());
        assertThat(store().get(listing)).hasValue(before);
        fixture.assertLive(List.of(sid(next)));
    }

    @IndexKind.Each
    void aSessionIsEndedOnlyAtTheVersionSeen(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Sessions sessions = fixture.sessions();
        Session first = fixture.signIn();
        fixture.rename(first, "renewed");
        assertThat(sessions.end(first)).isFalse();
        fixture.assertLive(fixture.acknowledged());
        Session second = fixture.first();
        clock().advance(MINUTE);
        fixture.touched(second);
        assertThat(sessions.end(second)).isTrue();
        assertThat(sessions.end(second)).isFalse();
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void endingAllLeavesNothingAndTellsWhichLived(IndexKind kind) {
        SessionFixture neighbour = fixture(kind).started(1);
        SessionFixture fixture = fixture(kind);
        assertThat(fixture.endAll()).isEmpty();
        fixture.started(4);
        fixture.delete(fixture.key(fixture.acknowledged().getLast()));
        List<Ended> ended = fixture.endAll();
        assertThat(keyParts(ended))
                .containsExactlyInAnyOrderElementsOf(
                        fixture.acknowledged().stream().map(fixture::keyPart).toList());
        assertThat(lived(ended)).isEqualTo(fixture.acknowledged().size() - 1);
        fixture.assertEmpty();
        assertThat(fixture.endAll()).isEmpty();
        neighbour.assertLive(neighbour.acknowledged());
    }

    @IndexKind.OfSeveral
    void endingAllButOneKeepsThatOne(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(3);
        String kept = fixture.acknowledged().get(1);
        assertThat(lived(fixture.endAllBut(kept))).isEqualTo(2);
        fixture.assertLive(List.of(kept));
        assertThat(lived(fixture.endAllBut("no sid"))).isEqualTo(1);
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void oneIsEndedBySidOrPublicIdAndForItsUserOnly(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(3);
        SessionFixture neighbour = fixture(kind).started(1);
        Sessions sessions = fixture.sessions();
        String sid = fixture.acknowledged().get(fixture.cap() / 2);
        String shown = fixture.found(sid).publicId();
        assertThat(sessions.endOne(neighbour.user(), shown)).isEmpty();
        assertThat(sessions.endOne("no:user", shown)).isEmpty();
        assertThat(sessions.endOne(fixture.user(), neighbour.first().publicId()))
                .isEmpty();
        assertThat(sessions.endOne(fixture.user(), "0000000000000000")).isEmpty();
        assertThat(sessions.find(neighbour.user(), sid)).isEmpty();
        assertThat(sessions.end(neighbour.user(), sid)).isEmpty();
        fixture.assertLive(fixture.acknowledged());
        assertThat(sessions.endOne(fixture.user(), shown)).isPresent();
        assertThat(sessions.endOne(fixture.user(), shown)).isEmpty();
        fixture.assertGone(sid);
        assertThat(fixture.list()).hasSize(fixture.acknowledged().size() - 1);
        fixture.assertIndexIsTheTruth();
        neighbour.assertLive(neighbour.acknowledged());
        assertThat(sessions.find(neighbour.user(), neighbour.firstSid())).isPresent();
        assertThat(sessions.end(neighbour.user(), neighbour.firstSid())).isPresent();
        neighbour.assertEmpty();
    }

    @IndexKind.Each
    void aListingShowsTheNewestFirst(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(4);
        List<Session> listed = fixture.list();
        assertThat(listed)
                .extracting(Session::publicId)
                .containsExactlyElementsOf(fixture.acknowledged().reversed().stream()
                        .map(sid -> fixture.found(sid).publicId())
                        .toList());
        Session newest = listed.getFirst();
        // As exactly as the store's clock says how long a key lives, where that is the only clock.
        assertThat(newest.createdAt())
                .isBetween(clock().instant().minusSeconds(30), clock().instant().plusSeconds(5));
        storeClock().ifPresent(held -> assertThat(newest.createdAt()).isEqualTo(held.instant()));
        assertThat(listed)
                .allMatch(session -> session.endsAt().equals(session.createdAt().plus(LIFE)));
        assertThat(newest.toString()).doesNotContain(newest.keyPart());
        assertThat(fixture.sessions().list("nobody-" + fixture.user())).isEmpty();
    }

    @IndexKind.Each
    void aListingRemovesWhatIsDeadFromTheIndex(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(2).enlistDead(kind.isRecord() ? 3 : 100);
        if (!kind.isRecord()) {
            fixture.enlist(Bytes.of("no key part"));
            fixture.enlist(Bytes.of(new byte[] {-1, 0}));
        }
        String shown = fixture.first().publicId();
        fixture.delete(fixture.key(fixture.firstSid()));
        assertThat(fixture.sessions().endOne(fixture.user(), shown)).isEmpty();
        assertThat(fixture.list()).hasSize(fixture.acknowledged().size() - 1);
        fixture.assertIndexIsTheTruth();
        fixture.end(fixture.acknowledged().getLast());
        assertThat(fixture.list()).isEmpty();
        fixture.assertEmpty();
    }
}
