package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Sessions that other programs wrote: their times, their missing fields, and how an index learns of them. */
@OnEveryStore(heldClock = true)
final class UnindexedSessionsTest extends UserSessionSuite {
    private static final String SID = "sess-7f3d9a1b";

    private Session found(Storage storage) {
        return sessions(storage).find(user(), SID).orElseThrow();
    }

    @InBothStorages
    void timesAreReadAsOthersWriteThem(Storage storage) {
        Instant second = now().truncatedTo(ChronoUnit.SECONDS);
        String bare = second.toString().replace("Z", "");
        String tokyo = second.plus(Duration.ofHours(9)).toString().replace("Z", "");
        for (String text : List.of(bare, bare + "Z", bare + "+00:00", tokyo + "+09:00")) {
            write(SID, foreign(text));
            assertThat(found(storage).createdAt()).isEqualTo(second);
        }
        for (String text : List.of(bare + ".123456", bare + ".123456789Z", tokyo + ".123+09:00")) {
            write(SID, foreign(text));
            assertThat(found(storage).createdAt()).isEqualTo(second.plusMillis(123));
        }
        for (String text :
                List.of("", "today", "1969-12-31T23:59:59Z", "+99999-01-01T00:00:00Z", "2026-02-30T00:00:00")) {
            write(SID, foreign(text));
            assertThat(sessions(storage).find(user(), SID)).isEmpty();
        }
        write(SID, foreign(bare).with("created_at", second.toEpochMilli()));
        assertThat(sessions(storage).find(user(), SID)).isEmpty();
    }

    @InBothStorages
    void aRecordThatDoesNotSayItsEndKeepsTheLifeOfItsKey(Storage storage) {
        Sessions sessions = sessions(storage);
        write(SID, foreign(now().toString()));
        clock().advance(IDLE);
        Touch touch = sessions.touch(found(storage));
        assertThat(touch).isInstanceOf(Touch.Touched.class);
        assertThat(sessions.change(((Touch.Touched) touch).session(), document -> document.with("a", 1)))
                .isInstanceOf(Change.Changed.class);
        storeClock()
                .ifPresent(held -> assertThat(store().remaining(key(SID))).hasValue(new Life.Ends(HOUR.minus(IDLE))));
        assertThat(store().remaining(key(SID)).orElseThrow()).isInstanceOf(Life.Ends.class);
        clock().advance(IDLE);
        // From its first touch on it can idle.
        assertThat(sessions.find(user(), SID)).isEmpty();
    }

    @InBothStorages
    void ofManyKeysTheStraysAreTakenUpOnce(Storage storage) {
        Sessions sessions = sessions(storage);
        write(SID, foreign(now().toString()));
        List<Key> keys = List.of(key(SID), key("sess-nothing"));
        assertThat(sessions.adopt(keys)).isEqualTo(1);
        assertThat(indexed()).containsExactly(SID);
        assertThat(sessions.adopt(keys)).isZero();
        assertThat(sessions.adopt(List.of())).isZero();
    }

    @InBothStorages
    void everyUseIndexesAStray(Storage storage) {
        Sessions sessions = sessions(storage);
        write(SID, foreign(now().toString()));
        assertThat(sessions.adopt(user(), SID)).isTrue();
        assertThat(indexed()).containsExactly(SID);
        store().commit(Batch.builder().delete(index()).build());
        assertThat(sessions.list(user())).hasSize(1);
        assertThat(indexed()).containsExactly(SID);
        store().commit(Batch.builder().delete(index()).build());
        clock().advance(MINUTE);
        assertThat(sessions.touch(found(storage))).isInstanceOf(Touch.Touched.class);
        assertThat(indexed()).containsExactly(SID);
        store().commit(Batch.builder().delete(index()).build());
        assertThat(sessions.change(found(storage), now().plus(HOUR), Optional::of))
                .isInstanceOf(Change.Changed.class);
        assertThat(indexed()).containsExactly(SID);
        assertThat(found(storage).version()).isEqualTo(1);
    }

    @InBothStorages
    void endsFindStraysToo(Storage storage) {
        Sessions sessions = sessions(storage);
        Session own = started(sessions);
        write(SID, foreign(now().toString()));
        assertThat(sessions.endAllBut(user(), sid(own))).isEqualTo(1);
        write(SID, foreign(now().toString()));
        assertThat(sessions.endAllBut(user(), SID)).isEqualTo(1);
        assertThat(sessions.list(user())).extracting(Session::keyPart).containsExactly(SID);
        store().commit(Batch.builder().delete(index()).build());
        assertThat(sessions.endOne(user(), found(storage).publicId())).isTrue();
        write(SID, foreign(now().toString()));
        store().commit(Batch.builder()
                .setAdd(key("a-set-by-hand"), Bytes.of("x"))
                .build());
        assertThat(sessions.takeAll(user())).extracting(Session::keyPart).containsExactly(SID);
        assertThat(store().type(key(SID))).isEmpty();
        assertThat(store().type(key("a-set-by-hand"))).isEmpty();
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void whatIsNoTextHidesNoSessionAndCanBeEnded(Storage storage) {
        Sessions sessions = sessions(storage);
        Session own = started(sessions);
        write(SID, foreign(now().toString()));
        store().commit(Batch.builder()
                .setAdd(key("a-set-by-hand"), Bytes.of("x"))
                .build());
        assertThat(sessions.list(user())).extracting(Session::keyPart).containsExactlyInAnyOrder(own.keyPart(), SID);
        assertThat(sessions.end(user(), "a-set-by-hand")).isFalse();
        assertThat(store().type(key("a-set-by-hand"))).isEmpty();
    }

    @InBothStorages
    void aStrayThatEndsWhileItIsListedLeavesNoEntry(Storage storage) {
        for (int call = 1; call <= 5; call++) {
            write(SID, foreign(now().toString()));
            FaultyStore busy =
                    FaultyStore.meanwhile(store(), call, () -> sessions(storage).end(user(), SID));
            sessions(busy, storage).list(user());
            sessions(storage).end(user(), SID);
            assertThat(indexed()).isEmpty();
        }
    }

    @InBothStorages
    void aListingThatIsCutOffLosesNothing(Storage storage) {
        Session own = started(sessions(storage));
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= 4; call++) {
                write(SID, foreign(now().toString()));
                store().commit(Batch.builder()
                        .rankRemove(index(), Bytes.of(SID))
                        .build());
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    assertThat(sessions(faulty, storage).list(user())).hasSize(2);
                } catch (StoreException expected) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                assertThat(sessions(storage).list(user())).hasSize(2);
                assertThat(indexed()).containsExactlyInAnyOrder(SID, sid(own));
            }
        }
    }

    @InBothStorages
    void longNeighboursAreNobodysSessions(Storage storage) {
        Sessions sessions = sessions(storage);
        write(SID, foreign(now().toString()));
        Document other = foreign(now().toString()).with("user_id", "11111111-2222-3333-4444-555555555555");
        write("sess-of-another", other);
        assertThat(sessions.list(user())).extracting(Session::keyPart).containsExactly(SID);
        assertThat(indexed()).containsExactly(SID);
        assertThat(sessions.list("11111111-2222-3333-4444-555555555555")).isEmpty();
    }
}
