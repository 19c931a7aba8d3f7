package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.Neighbourhood;
import dev.yorozu.nostalgic.ranking.RankingChange;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.nostalgic.ranking.Submission.Fault;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A ranking through its whole life, and the keys that it leaves at each step. */
@OnEveryStore
final class RankingTest extends RankingSuite {
    @Test
    void keysTypesAndValuesAreTheDocuments() {
        String id = created(new RankingSettings(Optional.of("最高記録"), 3, Order.FALLING), Document.empty());
        assertRecord(
                id,
                "null",
                "\"totalEntries\":0,\"maxEntries\":3,\"uniqueBy\":\"name\",\"settings\":{\"sortOrder\":\"desc\"}");
        assertThat(keys(id)).containsExactly("", ":meta", ":owner");
        placed(id, 1, "名前:x", 120);
        assertRecord(
                id,
                "\"" + Iso.text(NOON) + "\"",
                "\"totalEntries\":1,\"maxEntries\":3,\"uniqueBy\":\"name\",\"settings\":{\"sortOrder\":\"desc\"}");
        String user = HASHES.of(ALICE);
        String marks = Long.toString(NOON.getEpochSecond() / 86_400 % 3);
        assertThat(keys(id))
                .containsExactly(
                        "",
                        ":address:" + HASHES.address(ALICE),
                        ":details",
                        ":marks:" + marks,
                        ":meta",
                        ":owner",
                        ":scores",
                        ":submit:" + user);
        assertThat(scores(id)).containsExactly(new Ranked(Bytes.of(member("名前:x")), 120));
        assertThat(store().fields(NostalgicKeys.RANKING_DETAILS.key(id)))
                .isEqualTo(Map.of(
                        Bytes.of(member("名前:x")),
                        Bytes.of("{\"displayScore\":\"120 pts\",\"createdAt\":\"" + Iso.text(NOON) + "\"}")));
        assertThat(text(NostalgicKeys.RANKING_META.key(id)))
                .hasValue("{\"title\":\"最高記録\",\"maxEntries\":3,\"sortOrder\":\"desc\"}");
        assertThat(text(mark(id, ALICE))).hasValue(Long.toString(NOON.toEpochMilli()));
        assertLives(mark(id, ALICE), Duration.ofSeconds(60));
        assertThat(store().remaining(NostalgicKeys.RANKING_SCORES.key(id))).hasValue(new Life.Endless());
        assertThat(store().remaining(NostalgicKeys.RANKING_DETAILS.key(id))).hasValue(new Life.Endless());
        assertThat(store().remaining(NostalgicKeys.RANKING_META.key(id))).hasValue(new Life.Endless());
    }

    @Test
    void deletingLeavesNothingAndANewOneIsEmpty() {
        String id = created(3, Order.FALLING);
        for (int i = 1; i <= 5; i++) {
            placed(id, i, "n" + i, i);
        }
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
        assertThat(submit(id, ALICE, "late", 9)).isEqualTo(new Submission.Unknown());
        assertNothingLeft(id);
        assertThat(created(3, Order.FALLING)).isEqualTo(id);
        RankingView view = rankings().view(id, 10).orElseThrow();
        assertThat(view.entries()).isEmpty();
        assertThat(view.totalEntries()).isZero();
        placed(id, 1, "n1", 1);
    }

    @Test
    void theBestOfANameCountsAndAWorseOneCostsNothing() {
        String id = created(10, Order.FALLING);
        placed(id, 1, "a", 50);
        assertThat(submit(id, BOB, "a", 50)).isInstanceOf(Submission.Unchanged.class);
        assertThat(submit(id, BOB, " a ", 49)).isInstanceOf(Submission.Unchanged.class);
        assertThat(isMarked(id, BOB)).isFalse();
        placed(id, 2, "a", 51);
        assertThat(table(id)).containsExactly("a 51");
        assertSound(id);
    }

    @Test
    void whereTheLowestIsBestALowerOneReplaces() {
        String id = created(2, Order.RISING);
        placed(id, 1, "a", 50);
        placed(id, 2, "a", 40);
        assertThat(submit(id, visitor(3), "a", 45)).isInstanceOf(Submission.Unchanged.class);
        placed(id, 4, "b", 60);
        placed(id, 5, "c", 55);
        assertThat(submit(id, visitor(6), "d", 56)).isInstanceOf(Submission.Unchanged.class);
        assertThat(isMarked(id, visitor(6))).isFalse();
        assertThat(table(id)).containsExactly("a 40", "c 55");
        assertSound(id);
    }

    /** Low scores are told by the last place alone, once one was too low; whoever frees that place is noticed at once. */
    @Test
    void aScoreThatWasTooLowGetsAPlaceOnceThereIsOne() {
        String id = created(2, Order.FALLING);
        placed(id, 1, "a", 50);
        placed(id, 2, "b", 40);
        Rankings here = rankings();
        Rankings elsewhere = rankings();
        for (int i = 0; i < 3; i++) {
            assertThat(submit(here, id, visitor(3), "c", 39 - i)).isInstanceOf(Submission.Unchanged.class);
            assertThat(submit(here, id, visitor(3), "b", 39)).isInstanceOf(Submission.Unchanged.class);
        }
        assertThat(submit(here, id, visitor(1), "c", 1)).isInstanceOf(Submission.TooSoon.class);
        elsewhere.remove(owned(), "b");
        assertThat(submit(here, id, visitor(3), "c", 30)).isInstanceOf(Submission.Placed.class);
        assertThat(submit(here, id, visitor(4), "d", 20)).isInstanceOf(Submission.Unchanged.class);
        elsewhere.change(owned(), change(Optional.empty(), Optional.of(3), Optional.empty()));
        assertThat(submit(here, id, visitor(4), "d", 20)).isInstanceOf(Submission.Placed.class);
        assertThat(submit(here, id, visitor(5), "e", 10)).isInstanceOf(Submission.Unchanged.class);
        assertThat(submit(here, id, visitor(5), "e", 9)).isInstanceOf(Submission.Unchanged.class);
        elsewhere.clear(owned());
        assertThat(submit(here, id, visitor(5), "e", 8)).isInstanceOf(Submission.Placed.class);
        assertThat(table(id)).containsExactly("e 8");
        assertSound(id);
    }

    /** Who is told so by the last place alone costs no batch: the ranking, and what is asked for. */
    @Test
    void aLowScoreIsOnlyARead() {
        String id = created(1, Order.FALLING);
        placed(id, 1, "a", 50);
        FaultyStore counting = FaultyStore.counting(store());
        Rankings here = rankings(counting);
        submit(here, id, visitor(2), "b", 10);
        int before = counting.calls();
        assertThat(submit(here, id, visitor(2), "b", 11)).isInstanceOf(Submission.Unchanged.class);
        assertThat(counting.calls() - before).isBetween(2, 3);
        assertThat(submit(here, id, visitor(2), "b", 51)).isInstanceOf(Submission.Placed.class);
    }

    @Test
    void aVisitorWaits() {
        String id = created(10, Order.FALLING);
        placed(id, 1, "a", 50);
        clock.advance(Duration.ofSeconds(20));
        assertThat(submit(id, ALICE, "b", 60)).isEqualTo(new Submission.TooSoon(Duration.ofSeconds(40)));
        // Who must wait is told so before anything is said about the score.
        assertThat(submit(id, ALICE, "a", 10)).isInstanceOf(Submission.TooSoon.class);
        assertThat(table(id)).containsExactly("a 50");
    }

    /** A cooldown that no slow machine outlasts; who must wait is told how long by the clock that ends the count. */
    @Test
    void ofOneAddressSoManyEntriesComeInTheTimeOfACooldown() {
        String id = created(100, Order.FALLING);
        RankingPolicy policy = new RankingPolicy(Duration.ofHours(1), Durability.RELAXED, 3);
        Rankings strict = new Rankings(store(), policy, HASHES, QuickPasswords.SET, events::add, clock);
        for (int i = 1; i <= 3; i++) {
            assertThat(submit(strict, id, new Visitor(ALICE.address(), "Browser/" + i), "n" + i, i))
                    .isInstanceOf(Submission.Placed.class);
        }
        Visitor another = new Visitor(ALICE.address(), "Browser/4");
        assertThat(submit(strict, id, another, "n4", 4))
                .isInstanceOfSatisfying(
                        Submission.Limited.class,
                        limited -> assertThat(limited.left()).isBetween(Duration.ofMinutes(30), Duration.ofHours(1)));
        assertThat(table(id)).hasSize(3);
        assertThat(submit(strict, id, BOB, "bob", 99)).isInstanceOf(Submission.Placed.class);
        store().commit(Batch.builder()
                .delete(NostalgicKeys.RANKING.addresses().key(id, HASHES.address(ALICE)))
                .build());
        assertThat(submit(strict, id, another, "n4", 4)).isInstanceOf(Submission.Placed.class);
        assertThat(services().delete(owned())).isTrue();
        assertNothingLeft(id);
    }

    /** What nobody sees tells no names apart; what joins emoji or letters is shown as it was written. */
    @Test
    void namesThatLookTheSameAreOne() {
        String id = created(10, Order.FALLING);
        placed(id, 1, "Ann", 10);
        assertThat(submit(id, visitor(2), "A\u200Bnn\u3164", 9)).isInstanceOf(Submission.Unchanged.class);
        placed(id, 3, "\u2060Ann\uFE0F", 11);
        placed(id, 4, "👨\u200D👩\u200D👧", 5);
        placed(id, 5, "می\u200Cخواهم", 4);
        assertThat(entries(id))
                .extracting(Entry::name)
                .containsExactly("\u2060Ann\uFE0F", "👨\u200D👩\u200D👧", "می\u200Cخواهم");
        assertThat(scores(id)).contains(new Ranked(Bytes.of(member("Ann")), 11));
        assertThat(rankings().rankOf(id, "Ann", 0).orElseThrow().own().rank()).isEqualTo(1);
        assertThat(rankings()
                        .rankOf(id, "👨\u200D👩\u200D👧", 0)
                        .orElseThrow()
                        .own()
                        .name())
                .isEqualTo("👨\u200D👩\u200D👧");
        assertThat(rankings().remove(owned(), "می\u200Cخواهم").orElseThrow().entries())
                .hasSize(2);
        assertSound(id);
    }

    /** Members were once made of everything in a name; such an entry is the name's all the same. */
    @Test
    void anEntryOfTheFormBeforeIsItsNames() {
        String id = created(2, Order.FALLING);
        String family = "👨\u200D👩\u200D👧";
        store().commit(Batch.builder()
                .rankAdd(NostalgicKeys.RANKING_SCORES.key(id), Bytes.of(member(family)), 8)
                .hashPut(
                        NostalgicKeys.RANKING_DETAILS.key(id),
                        Bytes.of(member(family)),
                        Bytes.of("{\"displayScore\":\"8 pts\"}"))
                .build());
        placed(id, 1, "other", 1);
        assertThat(table(id)).containsExactly(family + " 8", "other 1");
        assertThat(rankings().rankOf(id, family, 0)).isPresent();
        assertThat(submit(id, BOB, family, 7)).isInstanceOf(Submission.Unchanged.class);
        assertThat(table(id)).containsExactly(family + " 8", "other 1");
        placed(id, 2, family, 9);
        assertThat(table(id)).containsExactly(family + " 9", "other 1");
        assertSound(id);
    }

    @Test
    void tiesAreAsASortedSetGivesThem() {
        String id = created(2, Order.FALLING);
        placed(id, 1, "a", 5);
        placed(id, 2, "b", 5);
        assertThat(submit(id, visitor(3), "A", 5)).isInstanceOf(Submission.Unchanged.class);
        placed(id, 4, "c", 5);
        assertThat(table(id)).containsExactly("c 5", "b 5");
        assertSound(id);
    }

    @Test
    void namesAndShownScoresAreWhatTheyMayBe() {
        String id = created(10, Order.FALLING);
        for (String name : List.of("", "  ", "x".repeat(51), "a\nb", "a\0b", "\u202Eevil", "\ud800")) {
            assertThat(submit(id, ALICE, name, 1)).isEqualTo(new Submission.Refused(Fault.NAME));
        }
        for (String name :
                List.of("\u200B", "\u3164", "\u115F\u1160", "\u2800\u2800", "\u00AD", "\u200E\u200F", "\uFE0F")) {
            assertThat(submit(id, ALICE, name, 1)).isEqualTo(new Submission.Refused(Fault.NOBODY_TO_SEE));
        }
        for (String shown : List.of("", "\u3164", "<b>", "a&b", "\"", "'", "`", "x".repeat(101), "1\u0007")) {
            assertThat(rankings().submit(id, ALICE, "a", 1, Optional.of(shown), 10))
                    .isEqualTo(new Submission.Refused(Fault.DISPLAY_SCORE));
        }
        assertThat(submit(id, ALICE, "a", Long.MAX_VALUE)).isEqualTo(new Submission.Refused(Fault.SCORE));
        String name = "<script>alert('😀')</script>:x ";
        placed(id, 1, name, 999_999_999);
        assertThat(rankings().submit(id, BOB, "😀".repeat(50), 1, Optional.empty(), 10))
                .isInstanceOf(Submission.Placed.class);
        assertThat(entries(id))
                .containsExactly(
                        new Entry(1, name.strip(), 999_999_999, "999999999 pts", Optional.of(NOON)),
                        new Entry(2, "😀".repeat(50), 1, "1", Optional.of(NOON)));
    }

    @Test
    void markupThatSomebodyElseStoredIsNotShown() {
        String id = created(10, Order.FALLING);
        placed(id, 1, "a", 7);
        store().commit(Batch.builder()
                .hashPut(
                        NostalgicKeys.RANKING_DETAILS.key(id),
                        Bytes.of(member("a")),
                        Bytes.of("{\"displayScore\":\"<img src=x onerror=alert(1)>\"}"))
                .build());
        assertThat(entries(id)).containsExactly(new Entry(1, "a", 7, "7", Optional.empty()));
    }

    @Test
    void theOwnersWordCounts() {
        String id = created(3, Order.FALLING);
        placed(id, 1, "a", 50);
        assertThat(rankings().put(owned(), "a", 10, Optional.of(shown(10)))).isInstanceOf(Submission.Placed.class);
        assertThat(rankings().put(owned(), "b", 20, Optional.of(shown(20)))).isInstanceOf(Submission.Placed.class);
        assertThat(rankings().put(owned(), "", 20, Optional.empty())).isEqualTo(new Submission.Refused(Fault.NAME));
        assertThat(table(id)).containsExactly("b 20", "a 10");
        assertSound(id);
        assertThat(rankings().remove(owned(), " b ").orElseThrow().entries()).hasSize(1);
        assertSound(id);
        assertThat(rankings().clear(owned()).orElseThrow().totalEntries()).isZero();
        assertThat(keys(id)).doesNotContain(":scores", ":details");
        assertSound(id);
    }

    @Test
    void ofAnotherOrASmallerKindTheBestAreKept() {
        String id = created(5, Order.FALLING);
        for (int i = 1; i <= 5; i++) {
            placed(id, i, "n" + i, i);
        }
        RankingView three = rankings()
                .change(owned(), change(Optional.of("T"), Optional.of(3), Optional.empty()))
                .orElseThrow();
        assertThat(three.settings()).isEqualTo(new RankingSettings(Optional.of("T"), 3, Order.FALLING));
        assertThat(table(id)).containsExactly("n5 5", "n4 4", "n3 3");
        assertSound(id);
        rankings().change(owned(), change(Optional.empty(), Optional.of(2), Optional.of(Order.RISING)));
        assertThat(table(id)).containsExactly("n3 3", "n4 4");
        assertSound(id);
        placed(id, 6, "n0", 0);
        assertThat(table(id)).containsExactly("n0 0", "n3 3");
        assertThat(rankings()
                        .change(owned(), change(Optional.of(" "), Optional.empty(), Optional.empty()))
                        .orElseThrow()
                        .settings())
                .isEqualTo(new RankingSettings(Optional.empty(), 2, Order.RISING));
    }

    @Test
    void aNameIsFoundAmongItsNeighbours() {
        String id = created(100, Order.FALLING);
        for (int i = 1; i <= 20; i++) {
            placed(id, i, "n" + i, i);
        }
        Neighbourhood middle = rankings().rankOf(id, "n10", 2).orElseThrow();
        assertThat(middle.own().rank()).isEqualTo(11);
        assertThat(middle.own().displayScore()).isEqualTo("10 pts");
        assertThat(middle.view().entries()).extracting(Entry::rank).containsExactly(9L, 10L, 11L, 12L, 13L);
        assertThat(middle.view().totalEntries()).isEqualTo(20);
        assertThat(rankings().rankOf(id, "n20", 1).orElseThrow().view().entries())
                .extracting(Entry::name)
                .containsExactly("n20", "n19");
        assertThat(rankings().rankOf(id, "n1", 0).orElseThrow().view().entries())
                .extracting(Entry::rank)
                .containsExactly(20L);
        assertThat(rankings().rankOf(id, "nobody", 2)).isEmpty();
        assertThat(rankings().rankOf("none-00000000", "n1", 2)).isEmpty();
    }

    /** As a program that knows no limit may have left them. */
    @Test
    void whoIsBehindTheLastPlaceIsNotInTheRanking() {
        String id = created(1, Order.FALLING);
        placed(id, 1, "best", 9);
        Bytes last = Bytes.of("last:" + Digests.hex("last").substring(0, 8));
        store().commit(Batch.builder()
                .rankAdd(NostalgicKeys.RANKING_SCORES.key(id), last, 1)
                .build());
        assertThat(rankings().rankOf(id, "last", 2)).isEmpty();
        assertThat(rankings().rankOf(id, "best", 2).orElseThrow().view().entries())
                .hasSize(1);
    }

    @Test
    void whoWantsToKnowIsToldOfEntriesOnly() {
        String quiet = created(1, Order.FALLING);
        placed(quiet, 1, "a", 5);
        assertThat(events).isEmpty();
        rankings()
                .change(
                        owned(),
                        new RankingChange(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Document.empty().with("webhookUrl", "https://hooks.example.org/x")));
        placed(quiet, 2, "a", 6);
        submit(quiet, visitor(3), "a", 1);
        submit(quiet, visitor(2), "a", 9);
        assertThat(events).extracting(Event::name).containsExactly("ranking.submit");
        assertThat(events.getFirst().details().text("name")).hasValue("a");
        assertThat(events.getFirst().details().number("score")).hasValue(6);
    }
}
