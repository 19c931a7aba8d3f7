package dev.yorozu.conformance.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AuditKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@OnEveryStore
final class AuditTest extends Suite {
    private static final String USER = "80351110224678912";

    private static final AtomicInteger TESTS = new AtomicInteger();

    /** Noon of a day that no other test chooses, because the log is one for all. */
    private final Instant start = LocalDate.of(2100, 1, 1)
            .plusDays(200L * TESTS.getAndIncrement())
            .atTime(12, 0)
            .toInstant(ZoneOffset.UTC);

    private final HeldClock clock = new HeldClock(start);

    private AuditLog log() {
        return log(AuditPolicy.STANDARD);
    }

    private AuditLog log(AuditPolicy policy) {
        return new AuditLog(store(), policy, RandomTokens.secure(), clock);
    }

    private Event event(Kind kind, String action) {
        return Event.of(clock.instant(), kind, "discord", action).by(Optional.of(USER));
    }

    /** Appends numbered events a second apart, and leaves the clock at the last. */
    private void append(AuditLog log, int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofSeconds(1));
            log.append(event(Kind.LINK, "issue").about("n" + i, "r" + i));
        }
    }

    private static List<Event> all(AuditLog log, Query query, int limit) {
        List<Event> events = new ArrayList<>();
        String cursor = "";
        do {
            EventPage page = log.page(query, cursor, limit);
            assertThat(page.events().size()).isLessThanOrEqualTo(limit);
            events.addAll(page.events());
            cursor = page.next();
        } while (!cursor.isEmpty());
        return events;
    }

    private static List<String> subjects(List<Event> events) {
        return events.stream().map(Event::subject).toList();
    }

    @Test
    void anEventComesBackAsItWas() {
        Event whole = event(Kind.SESSION, "refuse")
                .from("0123456789abcdef")
                .about("abcd…", "ref")
                .ending("EXPIRED");
        log().append(whole);
        assertThat(log().page(Query.ALL, "", 10).events()).containsExactly(whole);
    }

    @Test
    void eventsComeNewestFirstPageByPageAcrossDaysAndKinds() {
        AuditLog log = log();
        List<Event> expected = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            clock.advance(Duration.ofHours(1));
            Event event = event(i % 3 == 0 ? Kind.SESSION : Kind.LINK, "act")
                    .about("n" + i, "")
                    .ending(i % 5 == 0 ? "refused" : "ok");
            log.append(event);
            expected.addFirst(event);
        }
        for (int limit : new int[] {1, 7, 60, 500}) {
            assertThat(all(log, Query.ALL, limit)).isEqualTo(expected);
        }
    }

    @Test
    void queriesChooseByUserKindAndTime() {
        AuditLog log = log();
        append(log, 3);
        Instant second = start.plusSeconds(2);
        log.append(event(Kind.LINK, "resolve").by(Optional.empty()).about("nobody", ""));
        log.append(event(Kind.SESSION, "sign-in").by(Optional.of("other")).about("other", ""));
        assertThat(all(log, Query.ALL.by(USER), 10)).hasSize(3);
        assertThat(subjects(all(log, Query.ALL.by("other"), 10))).containsExactly("other");
        assertThat(subjects(all(log, Query.ALL.of(Kind.SESSION), 10))).containsExactly("other");
        assertThat(subjects(all(log, Query.ALL.by(USER).since(second), 10))).containsExactly("n2", "n1");
        assertThat(subjects(all(log, Query.ALL.by(USER).until(second), 10))).containsExactly("n1", "n0");
        assertThat(all(log, Query.ALL.since(second).until(start), 10)).isEmpty();
    }

    @Test
    void aDayKeepsItsNewestAndRefusalsWashNothingAway() {
        AuditLog log = log(new AuditPolicy(Duration.ofDays(90), 10, AuditPolicy.STANDARD.kinds()));
        append(log, 25);
        for (int i = 0; i < 30; i++) {
            log.append(event(Kind.LINK, "refuse").about("x" + i, "").ending("NOT_FOUND"));
        }
        List<String> expected =
                IntStream.range(15, 25).mapToObj(i -> "n" + i).toList().reversed();
        List<String> kept = subjects(all(log, Query.ALL, 3));
        assertThat(kept.stream().filter(subject -> subject.startsWith("n"))).containsExactlyElementsOf(expected);
        assertThat(kept.stream().filter(subject -> subject.startsWith("x"))).hasSize(10);
    }

    @Test
    void eventsGoByAge() {
        AuditLog log = log();
        append(log, 1);
        Key key = AuditKeys.DAY.key(
                "link", LocalDate.ofInstant(start, ZoneOffset.UTC).toString());
        Instant end = start.plus(Duration.ofHours(12)).plus(Duration.ofDays(90));
        Life life = store().remaining(key).orElseThrow();
        Duration atMost = Duration.between(Instant.ofEpochMilli(System.currentTimeMillis()), end);
        assertThat(((Life.Ends) life).left())
                .isLessThanOrEqualTo(atMost.plusMinutes(5))
                .isGreaterThan(atMost.minusMinutes(5));
        clock.advance(Duration.ofDays(90));
        assertThat(all(log, Query.ALL, 10)).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(all(log, Query.ALL, 10)).isEmpty();
    }

    @Test
    void whatEndsByItselfShowsItsEndFromThenOn() {
        Instant ends = start.plus(Duration.ofDays(7));
        log().appendBeginning(event(Kind.LINK, "issue").about("abcd…", "ref"), ends);
        clock.set(ends.minusMillis(1));
        assertThat(all(log(), Query.ALL, 10)).extracting(Event::action).containsExactly("issue");
        clock.set(ends);
        List<Event> events = all(log(), Query.ALL, 10);
        assertThat(events).extracting(Event::action).containsExactly("expire", "issue");
        assertThat(events.getFirst().at()).isEqualTo(ends);
        assertThat(events.getFirst().user()).hasValue(USER);
    }

    @Test
    void whatEndedBeforeItsTimeDoesNotEndAgain() {
        Instant ends = start.plus(Duration.ofDays(7));
        log().appendBeginning(event(Kind.LINK, "issue").about("abcd…", "ref"), ends);
        log().appendBeginning(event(Kind.LINK, "issue").about("efgh…", "other"), ends);
        clock.advance(Duration.ofDays(1));
        log().appendEnding(event(Kind.LINK, "delete").about("abcd…", "ref"), ends);
        clock.set(ends);
        assertThat(all(log(), Query.ALL, 10))
                .extracting(event -> event.action() + " " + event.reference())
                .containsExactlyInAnyOrder("expire other", "delete ref", "issue ref", "issue other");
    }

    @Test
    void concurrentEventsAreAllThereAlsoWhenTheyAreAlike() throws Exception {
        AuditLog log = log();
        Race.of(16, i -> {
            IntStream.range(0, 20)
                    .forEach(n -> log.append(event(Kind.LINK, "resolve").about("same", "same")));
            return i;
        });
        assertThat(all(log, Query.ALL, 50)).hasSize(320);
    }

    @Test
    void aCursorOfNobodysMakingIsRefused() {
        for (String cursor :
                List.of("x", "2026-03-01", "2026-03-01.1", "2026-03-01.a.b.c.d", "..", "2026-99-01.1.1.1.1")) {
            assertThatThrownBy(() -> log().page(Query.ALL, cursor, 10)).isInstanceOf(IllegalArgumentException.class);
        }
        append(log(), 1);
        String future = "9999-12-31" + ".999".repeat(2 * Kind.values().length);
        assertThat(log().page(Query.ALL, future, 10).events()).hasSize(1);
    }

    @Test
    void aSpanThatNoCalendarHasShowsNothing() {
        append(log(), 1);
        assertThat(all(log(), Query.ALL.since(Instant.MAX), 10)).isEmpty();
        assertThat(all(log(), Query.ALL.until(Instant.MIN), 10)).isEmpty();
    }

    @Test
    void controlCharactersAndEndlessTextsAreTamed() {
        log().append(event(Kind.LINK, "refuse").about("\u001b[2J\u202e\n" + "x".repeat(100_000), ""));
        String subject = all(log(), Query.ALL, 10).getFirst().subject();
        assertThat(subject).startsWith("?[2J??x").hasSize(128);
        Key key = AuditKeys.DAY.key(
                "link", LocalDate.ofInstant(start, ZoneOffset.UTC).toString());
        assertThat(store().ranks(key, Order.RISING, 0, -1))
                .allMatch(stored -> stored.member().length() < 1000);
    }
}
