package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Totals, rankings and boards. */
@OnEveryStore(costly = true)
final class ContentsTest extends IntegritySuite {
    private Key total() {
        return NostalgicKeys.COUNTER_TOTAL.key(counter.id());
    }

    private Key today() {
        return NostalgicKeys.COUNTER_DAILY.key(
                counter.id(), fixture.days.today().date().toString());
    }

    @Test
    void aTotalBelowTheSumOfItsDaysIsRaised() {
        assertUndone(
                Damage.TOTAL_TOO_LOW,
                () -> fixture.write(batch -> batch.add(total(), -2)
                        .amend(IntegrityFixture.record(counter), Fields.tally("totalCount", total()))));
    }

    @Test
    void aTotalThatItsOwnerSetIsNotRaised() {
        Ownership.Owned owned =
                (Ownership.Owned) fixture.counters.services().owned(fixture.url("a"), IntegrityFixture.TOKEN);
        fixture.counters.set(owned, 1);
        assertThat(fixture.check().findings()).isEmpty();
    }

    @Test
    void aMissingTotalIsMadeFromTheDaysAndTheRecord() {
        assertUndone(Damage.TOTAL_UNREADABLE, () -> fixture.write(batch -> batch.delete(total())));
    }

    @Test
    void aTotalThatIsNoNumberIsMadeFromTheDaysAndTheRecord() {
        assertUndone(Damage.TOTAL_UNREADABLE, () -> fixture.put(total(), "many"));
    }

    @Test
    void aTotalOfAnotherTypeIsMadeFromTheRecord() {
        Key total = NostalgicKeys.LIKE_TOTAL.key(like.id());
        assertUndone(Damage.WRONG_TYPE, () -> {
            fixture.write(batch -> batch.delete(total));
            fixture.write(batch -> batch.listPush(total, Write.End.TAIL, Bytes.of("x")));
        });
    }

    @Test
    void theRecordOfACounterRepeatsItsTotal() {
        assertUndone(
                Damage.TOTAL_COPY_WRONG,
                () -> fixture.write(
                        batch -> batch.amend(IntegrityFixture.record(counter), Fields.number("totalCount", 77))));
    }

    @Test
    void theRecordOfARankingRepeatsHowManyEntriesThereAre() {
        assertUndone(
                Damage.TOTAL_COPY_WRONG,
                () -> fixture.write(
                        batch -> batch.amend(IntegrityFixture.record(ranking), Fields.number("totalEntries", 77))));
    }

    @Test
    void theRecordOfABoardRepeatsHowManyMessagesThereAre() {
        assertUndone(
                Damage.TOTAL_COPY_WRONG,
                () -> fixture.write(
                        batch -> batch.amend(IntegrityFixture.record(board), Fields.number("totalMessages", 77))));
    }

    @Test
    void theCountOfADayThatIsNoNumberIsDeleted() {
        fixture.put(today(), "some");
        fixture.write(batch -> batch.expire(today(), Expiry.after(Duration.ofDays(400))));
        assertFound(Damage.COUNT_UNREADABLE, true);
        SortedMap<String, String> rest = fixture.dump();
        rest.remove(today().name());
        assertRepaired(Damage.COUNT_UNREADABLE);
        assertThat(fixture.dump()).isEqualTo(rest);
    }

    @Test
    void aRankingKeepsTheBestOfTooMany() {
        Key scores = NostalgicKeys.RANKING_SCORES.key(ranking.id());
        assertUndone(
                Damage.TOO_MANY_ENTRIES,
                () -> fixture.write(batch -> batch.rankAdd(scores, Bytes.of("late:00000000"), 1)
                        .amend(IntegrityFixture.record(ranking), Fields.tally("totalEntries", scores))));
        assertThat(fixture.store.ranks(scores, Order.FALLING, 0, -1)).hasSize(3);
    }

    @Test
    void detailsOfEntriesThatAreNotThereAreRemoved() {
        Key details = NostalgicKeys.RANKING_DETAILS.key(ranking.id());
        assertUndone(
                Damage.DETAILS_OF_NOBODY,
                () -> fixture.write(batch -> batch.hashPut(details, Bytes.of("nobody:00000000"), Bytes.of("{}"))));
    }

    @Test
    void aBoardKeepsTheNewestOfTooMany() {
        Key messages = NostalgicKeys.BOARD_MESSAGES.key(board.id());
        Bytes old = Bytes.of(
                "{\"id\":\"old\",\"timestamp\":\"2020-01-01T00:00:00.000Z\",\"author\":\"a\",\"message\":\"m\"}");
        assertUndone(
                Damage.TOO_MANY_MESSAGES,
                () -> fixture.write(batch -> batch.listPush(messages, Write.End.HEAD, old)
                        .amend(IntegrityFixture.record(board), Fields.tally("totalMessages", messages))));
    }

    @Test
    void editTokensOfMessagesThatAreNotThereAreRemoved() {
        Key edits = NostalgicKeys.BOARD_EDITS.key(board.id());
        assertUndone(
                Damage.EDITS_OF_NOBODY,
                () -> fixture.write(batch -> batch.hashPut(edits, Bytes.of("gone"), Bytes.of("hash"))));
    }

    @Test
    void anUnreadableMessageIsLeftForAnOperator() {
        Key messages = NostalgicKeys.BOARD_MESSAGES.key(board.id());
        List<Bytes> before = fixture.store.slice(messages, 0, -1);
        Key edits = NostalgicKeys.BOARD_EDITS.key(board.id());
        fixture.write(batch -> batch.listSet(messages, 0, Bytes.of("<broken>")));
        assertThat(damages(fixture.check().findings()))
                .containsExactlyInAnyOrder(Damage.MESSAGE_UNREADABLE, Damage.EDITS_OF_NOBODY);
        Report report = fixture.fix();
        assertThat(damages(report.findings())).containsExactly(Damage.MESSAGE_UNREADABLE);
        assertThat(fixture.store.size(edits)).isEqualTo(2);
        fixture.clear();
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.store.slice(messages, 0, -1)).isEqualTo(before.subList(1, 3));
    }
}
