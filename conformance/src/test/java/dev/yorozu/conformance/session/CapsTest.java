package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Batch;
import java.util.List;

/** How many sessions a user may have. */
@OnEveryStore(heldClock = true)
final class CapsTest extends SessionSuite {
    @InBothStorages
    void theOldestEndsForANewOne(Storage storage) {
        Sessions sessions = sessions(storage, cap(3, AtCap.END_OLDEST));
        List<String> sids = startedInTurn(sessions, 5);
        assertGone(storage, sids.get(0));
        assertGone(storage, sids.get(1));
        assertThat(sids.subList(2, 5))
                .allSatisfy(sid -> assertThat(sessions.find(sid)).isPresent());
        assertThat(indexed()).hasSize(3);
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void ofSeveralFromOneMomentOneEnds(Storage storage) {
        Sessions sessions = sessions(storage, cap(2, AtCap.END_OLDEST));
        for (int i = 0; i < 4; i++) {
            started(sessions);
        }
        assertThat(sessions.list(user())).hasSize(2);
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void aSignInBeyondTheCapIsRefused(Storage storage) {
        Sessions sessions = sessions(storage, cap(2, AtCap.REFUSE));
        List<String> sids = startedInTurn(sessions, 2);
        assertThat(sessions.start(user(), ATTRIBUTES)).isEqualTo(new Start.Refused());
        assertThat(sids).allSatisfy(sid -> assertThat(sessions.find(sid)).isPresent());
        assertGone(storage, random.drawn().getLast());
        assertIndexIsTheTruth(storage);
        sessions.end(sids.getFirst());
        started(sessions);
        assertThat(sessions.list(user())).hasSize(2);
    }

    @InBothStorages
    void deadEntriesTakeNoPlace(Storage storage) {
        Sessions sessions = sessions(storage, cap(2, AtCap.REFUSE));
        List<String> sids = startedInTurn(sessions, 2);
        store().commit(Batch.builder().delete(key(storage, sids.getFirst())).build());
        clock().advance(MINUTE);
        Session third = started(sessions);
        assertThat(sessions.list(user())).first().returns(third.publicId(), Session::publicId);
        assertThat(sessions.list(user())).hasSize(2);
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void aLoweredCapEndsAsManyAsItMust(Storage storage) {
        List<String> sids = startedInTurn(sessions(storage, cap(70, AtCap.END_OLDEST)), 60);
        Sessions stricter = sessions(storage, cap(3, AtCap.END_OLDEST));
        clock().advance(MINUTE);
        String newest = sid(started(stricter));
        assertThat(stricter.list(user())).hasSize(3);
        assertThat(List.of(newest, sids.get(59), sids.get(58)))
                .allSatisfy(sid -> assertThat(stricter.find(sid)).isPresent());
        assertIndexIsTheTruth(storage);
    }

    @InBothStorages
    void usersDoNotCountForEachOther(Storage storage) {
        Sessions sessions = sessions(storage, cap(1, AtCap.REFUSE));
        String other = "other-" + user();
        started(sessions);
        Session theirs = started(sessions, other);
        assertThat(sessions.list(other)).extracting(Session::publicId).containsExactly(theirs.publicId());
        assertThat(sessions.list(user())).hasSize(1);
        assertThat(sessions.endAll(other)).isEqualTo(1);
        assertThat(sessions.list(user())).hasSize(1);
    }
}
