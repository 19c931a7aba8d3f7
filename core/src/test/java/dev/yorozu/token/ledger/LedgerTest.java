package dev.yorozu.token.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Access;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
    private static final LedgerPolicy POLICY = LedgerPolicy.STANDARD;

    private static Access access(String id, Instant issuedAt) {
        return new Access(id, issuedAt, issuedAt.plus(POLICY.accessLife()));
    }

    private static Line line(String family, Instant issuedAt, Access... access) {
        return new Line(
                family,
                "token-" + family,
                NOON,
                issuedAt,
                issuedAt.plus(POLICY.life()),
                Optional.of(new Line.Spent("before", issuedAt, "after")),
                List.of("long-before", "before"),
                List.of(access),
                Document.empty().with("DevicePublicId", "d1"));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Ledger ledger = new Ledger(
                List.of(line("a", NOON, access("1", NOON), access("2", NOON)), line("b", NOON.plusMillis(7))),
                List.of(access("stray", NOON)));
        assertThat(LedgerFormat.read(LedgerFormat.write(ledger))).isEqualTo(ledger);
    }

    /** Whether a few are to be looked for or many, and wherever they stand. */
    @Test
    void whatIsBeyondOthersIsToldInOrderAndOnce() {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            List<String> some = drawn(random);
            List<String> others =
                    random.nextBoolean() ? drawn(random) : some.subList(0, random.nextInt(some.size() + 1));
            assertThat(Ledger.beyond(some, others))
                    .isEqualTo(some.stream()
                            .filter(each -> !others.contains(each))
                            .distinct()
                            .toList());
        }
    }

    private static List<String> drawn(Random random) {
        return random.ints(random.nextInt(12), 0, 16)
                .mapToObj(Integer::toString)
                .toList();
    }

    @Test
    void whatCannotBeReadCountsAsAbsent() {
        assertThat(LedgerFormat.read(Bytes.of("no JSON"))).isEqualTo(Ledger.EMPTY);
        assertThat(LedgerFormat.read(Bytes.of("{\"logins\":{\"a\":{\"token\":1}},\"strays\":7}")))
                .isEqualTo(Ledger.EMPTY);
    }

    @Test
    void whatHasEndedIsPruned() {
        Ledger ledger = new Ledger(
                List.of(
                        line("old", NOON.minus(POLICY.life())),
                        line("new", NOON, access("gone", NOON.minus(Duration.ofHours(1))), access("here", NOON))),
                List.of(access("stray", NOON.minus(Duration.ofHours(1)))));
        Ledger pruned = ledger.pruned(NOON, POLICY, Long.MIN_VALUE);
        assertThat(pruned.tokens()).containsExactly("token-new");
        assertThat(pruned.accessIds()).containsExactly("here");
    }

    @Test
    void whatWasIssuedBeforeTheSecondIsPruned() {
        Ledger ledger = new Ledger(
                List.of(line("before", NOON.minusMillis(1)), line("at", NOON, access("early", NOON.minusSeconds(1)))),
                List.of());
        Ledger pruned = ledger.pruned(NOON, POLICY, NOON.getEpochSecond());
        assertThat(pruned.lines()).extracting(Line::family).containsExactly("at");
        assertThat(pruned.accessIds()).isEmpty();
    }

    @Test
    void theOldestTokensGiveWay() {
        Ledger ledger = new Ledger(
                List.of(line("c", NOON.plusSeconds(3)), line("a", NOON), line("b", NOON.plusSeconds(2))), List.of());
        assertThat(ledger.newest(2).lines()).extracting(Line::family).containsExactly("c", "b");
        assertThat(ledger.newest(0).lines()).isEmpty();
    }

    @Test
    void aLedgerOfAnEarlierVersionRemembersTheLastSpentToken() {
        String text = LedgerFormat.write(new Ledger(List.of(line("a", NOON)), List.of()))
                .text()
                .replace(",\"remembered\":\"long-before before\"", "");
        assertThat(LedgerFormat.read(Bytes.of(text)).keyParts()).containsExactly("token-a", "before");
    }

    @Test
    void onlyTheNewestSpentTokensAreRemembered() {
        Line next =
                line("a", NOON).next("next", NOON, NOON, new Line.Spent("token-a", NOON, "next"), access("1", NOON), 2);
        assertThat(next.remembered()).containsExactly("before", "token-a");
    }

    @Test
    void aLoginWithManyAccessTokensIsGivenTheNewestOnceMoreWhileItIsFresh() {
        Access[] many = IntStream.range(0, Line.MANY_ACCESS)
                .mapToObj(i -> access("id" + i, NOON))
                .toArray(Access[]::new);
        Line line = line("a", NOON, many);
        Instant stale = NOON.plus(POLICY.accessLife().dividedBy(Line.MANY_ACCESS));
        assertThat(line.recentAccess(stale.minusMillis(1), POLICY)).contains(many[Line.MANY_ACCESS - 1]);
        assertThat(line.recentAccess(stale, POLICY)).isEmpty();
        assertThat(line("a", NOON, access("few", NOON)).recentAccess(NOON, POLICY))
                .isEmpty();
    }
}
