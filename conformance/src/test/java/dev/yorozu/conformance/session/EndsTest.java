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
        SessionFixture fixture = fixture(kind);
        Session seen = fixture.signIn();
        assertThat(fixture.end(fixture.firstSid())).isPresent();
        fixture.assertGone(fixture.firstSid());
        fixture.assertEmpty();
        clock().advance(MINUTE);
        Sessions sessions = fixture.sessions();
        assertThat(fixture.end(fixture.firstSid())).isEmpty();
        assertThat(fixture.end(kind.deadSid(7))).isEmpty();
        assertThat(sessions.end(seen)).isFalse();
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Gone());
        assertThat(sessions.change(seen, document -> document.with("name", "ghost")))
                .isEqualTo(new Change.Gone());
        assertThat(sessions.adopt(List.of(fixture.key(fixture.firstSid())))).isZero();
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void whatAnEndedSessionDoesLeavesTheOthersAlone(IndexKind kind) {
        SessionFixture fixture = fixture(kind, cap(1, POLICY.atCap()));
        Session first = fixture.signIn();
        Session next = fixture.signIn();
        Key listing = kind.isRecord() ? fixture.index() : fixture.key(SessionFixture.sid(next));
        Bytes before = store().get(listing).orElseThrow();
        assertThat(fixture.end(SessionFixture.sid(first))).isEmpty();
        assertThat(fixture.sessions().end(first)).isFalse();
        assertThat(fixture.sessions().change(first, document -> document.with("name", "late")))
                .isEqualTo(new Change.Gone());
        assertThat(store().get(listing)).hasValue(before);
        fixture.assertLive(List.of(SessionFixture.sid(next)));
    }

    @IndexKind.Each
    void aSessionIsEndedOnlyAtTheVersionSeen(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Sessions sessions = fixture.sessions();
        Session first = fixture.signIn();
        sessions.change(first, document -> document.with("name", "renewed"));
        assertThat(sessions.end(first)).isFalse();
        fixture.assertLive(fixture.acknowledged());
        Session second = fixture.first();
        clock().advance(MINUTE);
        fixture.assertTouched(sessions.touch(second));
        assertThat(sessions.end(second)).isTrue();
        assertThat(sessions.end(second)).isFalse();
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void endingAllLeavesNothingAndTellsWhoLived(IndexKind kind) {
        SessionFixture neighbour = fixture(kind).started(1);
        SessionFixture fixture = fixture(kind);
        assertThat(fixture.sessions().endAll(fixture.user)).isEmpty();
        fixture.started(4);
        fixture.delete(fixture.key(fixture.acknowledged().getLast()));
        List<Ended> ended = fixture.sessions().endAll(fixture.user);
        assertThat(ended)
                .extracting(Ended::keyPart)
                .containsExactlyInAnyOrderElementsOf(
                        fixture.acknowledged().stream().map(fixture::keyPart).toList());
        assertThat(ended)
                .filteredOn(Ended::lived)
                .hasSize(fixture.acknowledged().size() - 1);
        fixture.assertEmpty();
        assertThat(fixture.sessions().endAll(fixture.user)).isEmpty();
        neighbour.assertLive(neighbour.acknowledged());
    }

    @IndexKind.OfSeveral
    void endingAllButOneKeepsThatOne(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(3);
        String kept = fixture.acknowledged().get(1);
        assertThat(fixture.sessions().endAllBut(fixture.user, kept))
                .filteredOn(Ended::lived)
                .hasSize(2);
        fixture.assertLive(List.of(kept));
        assertThat(fixture.sessions().endAllBut(fixture.user, "no sid"))
                .filteredOn(Ended::lived)
                .hasSize(1);
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void oneIsEndedByItsPublicIdAndForItsUserOnly(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(3);
        SessionFixture neighbour = fixture(kind).started(1);
        Sessions sessions = fixture.sessions();
        String sid = fixture.acknowledged().get(fixture.cap() / 2);
        String shown = fixture.found(sid).publicId();
        assertThat(sessions.endOne(neighbour.user, shown)).isEmpty();
        assertThat(sessions.endOne("no:user", shown)).isEmpty();
        assertThat(sessions.endOne(fixture.user, neighbour.first().publicId())).isEmpty();
        assertThat(sessions.endOne(fixture.user, "0000000000000000")).isEmpty();
        neighbour.assertLive(neighbour.acknowledged());
        fixture.assertLive(fixture.acknowledged());
        assertThat(sessions.endOne(fixture.user, shown)).isPresent();
        assertThat(sessions.endOne(fixture.user, shown)).isEmpty();
        fixture.assertGone(sid);
        assertThat(sessions.list(fixture.user)).hasSize(fixture.acknowledged().size() - 1);
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.Each
    void aListingShowsTheNewestFirst(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(4);
        List<Session> listed = fixture.sessions().list(fixture.user);
        assertThat(listed)
                .extracting(Session::publicId)
                .containsExactlyElementsOf(fixture.acknowledged().reversed().stream()
                        .map(sid -> fixture.found(sid).publicId())
                        .toList());
        // As exactly as the store's clock says how long a key lives, where that is the only clock.
        assertThat(listed.getFirst().createdAt())
                .isBetween(clock().instant().minusSeconds(30), clock().instant().plusSeconds(5));
        storeClock().ifPresent(held -> assertThat(listed.getFirst().createdAt()).isEqualTo(held.instant()));
        assertThat(listed)
                .allMatch(session -> session.endsAt().equals(session.createdAt().plus(LIFE)));
        assertThat(listed.getFirst().toString())
                .doesNotContain(listed.getFirst().keyPart());
        assertThat(fixture.sessions().list("nobody-" + fixture.user)).isEmpty();
        assertThat(fixture.sessions().list("no:user")).isEmpty();
    }

    @IndexKind.Each
    void aListingRemovesWhatIsDeadFromTheIndex(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(2);
        fixture.enlistTheDead(kind.isRecord() ? 3 : 100);
        if (!kind.isRecord()) {
            fixture.enlist(Bytes.of("no key part"));
            fixture.enlist(Bytes.of(new byte[] {-1, 0}));
        }
        String shown = fixture.first().publicId();
        fixture.delete(fixture.key(fixture.firstSid()));
        assertThat(fixture.sessions().endOne(fixture.user, shown)).isEmpty();
        assertThat(fixture.sessions().list(fixture.user))
                .hasSize(fixture.acknowledged().size() - 1);
        fixture.assertIndexIsTheTruth();
        fixture.end(fixture.acknowledged().getLast());
        assertThat(fixture.sessions().list(fixture.user)).isEmpty();
        fixture.assertEmpty();
    }

    @IndexKind.Each
    void aSessionIsFoundAndEndedForItsUserOnly(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        Sessions sessions = fixture.sessions();
        String other = fixture(kind).user;
        assertThat(sessions.find(other, fixture.firstSid())).isEmpty();
        assertThat(sessions.end(other, fixture.firstSid())).isEmpty();
        assertThat(sessions.find(fixture.user, fixture.firstSid())).isPresent();
        assertThat(sessions.end(fixture.user, fixture.firstSid())).isPresent();
        fixture.assertEmpty();
    }
}
