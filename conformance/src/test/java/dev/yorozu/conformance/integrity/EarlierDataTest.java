package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.conformance.nostalgic.EarlierProgram;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the earlier program wrote is older, not broken: nothing of it is called unreadable, repaired away or removed. */
@SuppressWarnings("NullAway.Init") // Its fields are set before each test.
@OnEveryStore
final class EarlierDataTest extends Suite {
    private IntegrityFixture fixture;
    private EarlierProgram program;
    private String counter;
    private String like;
    private String ranking;
    private String board;

    @BeforeEach
    void earlierServices() {
        fixture = new IntegrityFixture(store());
        program = new EarlierProgram(store(), IntegrityFixture.TOKEN);
        LocalDate today = fixture.days.today().date();
        counter = program.counter(fixture.url("a"), 41);
        // The owner set the total lower than what the days add up to; the oldest day is past its life.
        program.day(counter, today.minusDays(1), 400);
        program.day(counter, today.minusDays(450), 7);
        like = program.like(fixture.url("a"), 7);
        program.visited(counter, IntegrityFixture.visitor(1), today);
        program.liked(like, IntegrityFixture.visitor(1), today, true);
        ranking = program.ranking(fixture.url("a"), 9, "{\"maxEntries\":1,\"sortOrder\":\"desc\"}");
        program.score(ranking, "Team: Red", 1);
        program.score(ranking, "Team: Blue", 2);
        program.shown(ranking, "Team: Blue", "two");
        board = program.board(fixture.url("a"), 9, "{\"title\":\"T\",\"maxMessages\":2,\"messagesPerPage\":10}");
        program.messages(
                board,
                List.of(1, 2, 3).stream()
                        .map(i -> EarlierProgram.message(board, i, ""))
                        .toList());
    }

    @AfterEach
    void leave() {
        fixture.leave();
        Erasure erasure = new Erasure(store());
        erasure.erase(Kind.COUNTER, counter);
        erasure.erase(Kind.LIKE, like);
        erasure.erase(Kind.RANKING, ranking);
        assertThat(store().type(NostalgicKeys.EARLIER_DISPLAY_SCORES.key(ranking)))
                .isEmpty();
    }

    private static void assertNotes(List<Finding> findings) {
        assertThat(findings).extracting(Finding::damage).containsOnly(Damage.EARLIER_NOT_INDEXED);
    }

    @Test
    void nothingIsFoundWrongNorRepairedNorRemoved() {
        SortedMap<String, String> before = fixture.dump();
        Report report = fixture.check();
        assertThat(report.isSound()).isTrue();
        assertNotes(report.findings());
        Report cleared = fixture.clear();
        assertThat(cleared.findings()).isEmpty();
        assertThat(cleared.repaired()).isEmpty();
        assertThat(fixture.dump()).isEqualTo(before);
        assertNotes(fixture.fix().repaired());
        SortedMap<String, String> after = fixture.dump();
        after.keySet().removeIf(name -> name.contains("s:index "));
        assertThat(after).isEqualTo(before);
    }

    @Test
    void nothingIsWrongOnceTheyAreInUse() {
        assertThat(fixture.counters.view(counter).orElseThrow().counts().total())
                .isEqualTo(41);
        assertThat(fixture.likes
                        .view(like, IntegrityFixture.visitor(1))
                        .orElseThrow()
                        .liked())
                .isTrue();
        assertThat(fixture.rankings.view(ranking, 10).orElseThrow().totalEntries())
                .isEqualTo(2);
        assertThat(fixture.boards.view(board, Optional.empty()).orElseThrow().totalMessages())
                .isEqualTo(3);
        assertThat(fixture.check().findings()).isEmpty();
    }

    /** A count that outlived its time because nobody gave it an end is not deleted by being given one. */
    @Test
    void aDayThatIsPastItsLifeGetsAnEndThatIsNotPast() {
        fixture.counters.view(counter);
        LocalDate old = fixture.days.today().date().minusDays(450);
        Key day = NostalgicKeys.COUNTER_DAILY.key(counter, old.toString());
        fixture.write(batch -> batch.expire(day, Expiry.never()));
        assertThat(fixture.fix().repaired()).extracting(Finding::damage).contains(Damage.NO_END);
        assertThat(store().get(day)).isPresent();
    }

    @Test
    void aRecordOfAnUnknownFormIsToldOfAndKept() {
        Key record = Kind.COUNTER.keys().service().key(counter);
        fixture.put(record, "{\"version\":9}");
        SortedMap<String, String> before = fixture.dump();
        assertThat(fixture.check().findings()).extracting(Finding::damage).contains(Damage.RECORD_UNREADABLE);
        fixture.clear();
        assertThat(fixture.dump()).isEqualTo(before);
    }
}
