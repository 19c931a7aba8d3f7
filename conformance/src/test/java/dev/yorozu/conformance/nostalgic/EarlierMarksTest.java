package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Marks in the one list that earlier versions kept: of servers that still run beside this one, or ran before it. */
@OnEveryStore
final class EarlierMarksTest extends CountingSuite {
    private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");

    private final SiteUrl url = address();

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private Instant midnight() {
        return today().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** As a server of an earlier version counts a visitor. */
    private void visitedBefore(String id, String user) {
        Key list = NostalgicKeys.COUNTER.marks().key(id);
        Instant end = midnight();
        store().commit(Batch.builder()
                .add(NostalgicKeys.COUNTER_TOTAL.key(id), 1)
                .put(NostalgicKeys.COUNTER_VISIT.key(id, user), Bytes.of(1), Expiry.at(end))
                .hashPut(list, Bytes.of(user), Bytes.of(end.toEpochMilli()))
                .expire(list, Expiry.at(end))
                .build());
    }

    /** As a server of an earlier version notes that a user likes it. */
    private void likedBefore(String id, String user, Instant end) {
        Key list = NostalgicKeys.LIKE.marks().key(id);
        store().commit(Batch.builder()
                .add(NostalgicKeys.LIKE_TOTAL.key(id), 1)
                .put(
                        NostalgicKeys.LIKE_USER.key(id, user),
                        "true",
                        Expiry.at(Instant.now().plus(Duration.ofDays(1))))
                .rankAdd(list, Bytes.of(user), end.toEpochMilli())
                .expire(list, Expiry.after(Duration.ofHours(26)))
                .build());
    }

    @Test
    void whoWasCountedByAnEarlierVersionIsNotCountedAgain() {
        String id = counter();
        visitedBefore(id, HASHES.on(ALICE, today()));
        assertThat(repeated(counters().visit(id, ALICE)).total()).isEqualTo(1);
        assertThat(counted(counters().visit(id, BOB)).total()).isEqualTo(2);
    }

    @Test
    void aDeletionRemovesTheMarksOfBothLists() {
        String id = created(Kind.COUNTER, url).id();
        visitedBefore(id, HASHES.on(ALICE, today()));
        counted(counters().visit(id, BOB));
        assertThat(counters().services().delete(owned(Kind.COUNTER, url))).isTrue();
        assertNothingLeft(Kind.COUNTER, url);
        String button = created(Kind.LIKE, url).id();
        likedBefore(button, HASHES.on(ALICE, today()), midnight());
        toggled(likes().toggle(button, BOB));
        assertThat(likes().services().delete(owned(Kind.LIKE, url))).isTrue();
        assertNothingLeft(Kind.LIKE, url);
    }

    /** A server of an earlier version knows one list; what it leaves of the others goes before the service is made anew. */
    @Test
    void whatAnEarlierVersionDidNotFindIsGoneFromAServiceThatIsMadeAnew() {
        String id = created(Kind.COUNTER, url).id();
        counted(counters().visit(id, ALICE));
        store().commit(Batch.builder()
                .delete(NostalgicKeys.COUNTER.service().key(id))
                .delete(NostalgicKeys.COUNTER.ownerToken().key(id))
                .delete(NostalgicKeys.COUNTER_TOTAL.key(id))
                .build());
        assertThat(created(Kind.COUNTER, url).id()).isEqualTo(id);
        assertThat(counted(counters().visit(id, ALICE)).total()).isEqualTo(1);
    }

    @Test
    void whatAUserLikedAtAnEarlierVersionOutlivesAChangeOfTheZone() {
        String id = like();
        clock.advance(Duration.ofHours(6)); // From noon on, when it is the next day in Japan.
        String user = HASHES.on(ALICE, LocalDate.ofInstant(clock.instant(), TOKYO));
        Likes likes = likes(store(), ZoneOffset.UTC);
        likedBefore(id, user, clock.instant().plusSeconds(1));
        assertThat(likes.view(id, ALICE).orElseThrow().liked()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(likes.view(id, ALICE).orElseThrow().liked()).isFalse();
        assertThat(toggled(likes.toggle(id, ALICE)).total()).isEqualTo(2);
    }
}
