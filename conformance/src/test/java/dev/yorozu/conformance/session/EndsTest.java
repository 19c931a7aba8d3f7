package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import java.util.List;

/** Listings, and all the ways to end sessions. */
@OnEveryStore(heldClock = true)
final class EndsTest extends SessionSuite {
    @InBothStorages
    void anEndedSessionLeavesNothing(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        assertThat(sessions.end(sid(seen))).isTrue();
        assertGone(storage, sid(seen));
        assertThat(store().type(index())).isEmpty();
        assertThat(sessions.end(sid(seen))).isFalse();
        clock().advance(MINUTE);
        assertThat(sessions.touch(seen)).isEqualTo(new Touch.Ended());
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void aSessionIsEndedOnlyAtTheVersionSeen(Storage storage) {
        Sessions sessions = sessions(storage);
        Session first = started(sessions);
        sessions.change(first, document -> document.with("name", "renewed"));
        assertThat(sessions.end(first)).isFalse();
        Session second = sessions.find(sid(first)).orElseThrow();
        clock().advance(MINUTE);
        assertThat(sessions.touch(second)).isInstanceOf(Touch.Touched.class);
        assertThat(sessions.end(second)).isTrue();
        assertThat(sessions.end(second)).isFalse();
        assertGone(storage, sid(first));
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void endingAllLeavesNothing(Storage storage) {
        Sessions sessions = sessions(storage);
        List<String> sids = startedInTurn(sessions, 4);
        assertThat(sessions.endAll(user())).isEqualTo(4);
        sids.forEach(sid -> assertGone(storage, sid));
        assertThat(store().type(index())).isEmpty();
        assertThat(sessions.endAll(user())).isZero();
    }

    @InBothStorages
    void endingAllButOneKeepsThatOne(Storage storage) {
        Sessions sessions = sessions(storage);
        List<String> sids = startedInTurn(sessions, 3);
        assertThat(sessions.endAllBut(user(), sids.get(1))).isEqualTo(2);
        assertThat(sessions.find(sids.get(1))).isPresent();
        assertGone(storage, sids.get(0));
        assertGone(storage, sids.get(2));
        assertIndexIsTheTruth(storage);
        assertThat(sessions.endAllBut(user(), "no sid")).isEqualTo(1);
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void oneIsEndedByItsPublicId(Storage storage) {
        Sessions sessions = sessions(storage);
        List<String> sids = startedInTurn(sessions, 3);
        String shown = sessions.list(user()).get(1).publicId();
        assertThat(sessions.endOne("other-" + user(), shown)).isFalse();
        assertThat(sessions.endOne(user(), "0000000000000000")).isFalse();
        assertThat(sessions.endOne(user(), shown)).isTrue();
        assertThat(sessions.endOne(user(), shown)).isFalse();
        assertGone(storage, sids.get(1));
        assertThat(sessions.list(user())).hasSize(2);
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void aListingShowsTheNewestFirst(Storage storage) {
        Sessions sessions = sessions(storage);
        List<String> sids = startedInTurn(sessions, 4);
        assertThat(sessions.list(user()))
                .extracting(Session::publicId)
                .containsExactlyElementsOf(sids.reversed().stream()
                        .map(sid -> sessions.find(sid).orElseThrow().publicId())
                        .toList());
        assertThat(sessions.list("nobody-" + user())).isEmpty();
    }

    @InBothStorages
    void aListingRemovesWhatIsDeadFromTheIndex(Storage storage) {
        Sessions sessions = sessions(storage);
        List<String> sids = startedInTurn(sessions, 2);
        Batch.Builder dead = Batch.builder().setAdd(index(), Bytes.of("no key part"), Bytes.of(new byte[] {-1, 0}));
        for (int i = 0; i < 100; i++) {
            dead.setAdd(index(), Bytes.of(storage.keyPart("%032d".formatted(i))));
        }
        store().commit(dead.build());
        store().commit(Batch.builder().delete(key(storage, sids.getFirst())).build());
        assertThat(sessions.list(user())).hasSize(1);
        assertIndexIsTheTruth(storage);
        sessions.end(sids.getLast());
        assertThat(sessions.list(user())).isEmpty();
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void aSessionIsFoundAndEndedForItsUserOnly(Storage storage) {
        Sessions sessions = sessions(storage);
        Session session = started(sessions);
        String other = "another-user";
        assertThat(sessions.find(other, sid(session))).isEmpty();
        assertThat(sessions.end(other, sid(session))).isFalse();
        assertThat(sessions.find(user(), sid(session))).isPresent();
        assertThat(sessions.take(user(), sid(session))).isPresent();
        assertGone(storage, sid(session));
        assertIndexIsTheTruth(storage);
    }
}
