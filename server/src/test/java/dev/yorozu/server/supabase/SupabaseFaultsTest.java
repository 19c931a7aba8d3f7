package dev.yorozu.server.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.membership.Usage;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.supabase.SupabaseStandIn.Mood;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.HeldClock;
import java.net.URI;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A project that is down, slow, broken or not set up. Nothing that is said of it holds a key or an id. */
class SupabaseFaultsTest {
    private static final String USER = "user-4711";
    private static final String PROFILE = "profile-0815";
    private static final String TOKEN = "e30.secret-of-somebody.c2ln";

    private final HeldClock clock = HeldClock.start();
    private final SupabaseStandIn project = SupabaseStandIn.start();
    private final HttpOutgoing http = new HttpOutgoing();
    private final Heard heard = new Heard();
    private Duration patience = Duration.ofSeconds(60);

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(heard);
    }

    @AfterEach
    void close() {
        Logger.getLogger("").removeHandler(heard);
        http.close();
        project.close();
        assertThat(heard.said).noneMatch(this::isSecret);
    }

    private boolean isSecret(String text) {
        return List.of(project.serviceKey(), USER, PROFILE, TOKEN).stream().anyMatch(text::contains);
    }

    /** Calls really go out; how long they wait for an answer is the test's. */
    private Patrons patrons(URI url, String key) {
        Outgoing patient = request -> http.send(
                new Outgoing.Request(request.method(), request.uri(), request.headers(), request.body(), patience));
        return new SupabasePatrons(patient, url, key, clock);
    }

    private Patrons patrons() {
        return patrons(project.url(), project.serviceKey());
    }

    private PledgeEvent event() {
        return new PledgeEvent(
                "d".repeat(64),
                USER,
                "pledge",
                "members:update",
                Plan.PRO,
                Membership.ACTIVE,
                Optional.empty(),
                300,
                clock.instant());
    }

    private static CrashReport report(UUID id) {
        return new CrashReport(
                id, "t", "m", "a", "o", Optional.empty(), Optional.empty(), Optional.empty(), "192.0.2.1");
    }

    private List<ThrowingCallable> everyCall(Patrons patrons) {
        return List.of(
                patrons::ping,
                () -> patrons.profile(USER),
                () -> patrons.link(USER, Optional.empty()),
                () -> patrons.link(USER, Optional.of(TOKEN)),
                () -> patrons.usage(PROFILE, YearMonth.of(2026, 11), clock.instant()),
                () -> patrons.spend(UUID.randomUUID(), PROFILE, 1, clock.instant()),
                () -> patrons.outdated(event()),
                () -> patrons.record(event()),
                () -> patrons.keep(report(UUID.randomUUID())));
    }

    private void assertFault(ThrowingCallable call, String part) {
        assertThatThrownBy(call)
                .isInstanceOf(DirectoryException.class)
                .hasMessageContaining(part)
                .hasNoCause()
                .matches(fault -> !isSecret(fault.toString()), "says no secret");
    }

    @ParameterizedTest
    @CsvSource({
        "FAILING, status 503",
        "MALFORMED, answers otherwise than expected",
        "LARGE, check systems.patreon.supabase.url",
        "SLOW, did not answer in time"
    })
    void whateverGoesWrongThereIsAFaultHere(Mood mood, String part) {
        project.mood(mood);
        patience = mood == Mood.SLOW ? Duration.ofMillis(300) : patience;
        for (ThrowingCallable call : everyCall(patrons())) {
            assertFault(call, part);
        }
    }

    @Test
    void anAnswerOfAnotherShapeIsAFaultWhereItsContentMatters() {
        project.mood(Mood.MISSHAPEN);
        Patrons patrons = patrons();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> patrons.profile(USER),
                () -> patrons.link(USER, Optional.of(TOKEN)),
                () -> patrons.usage(PROFILE, YearMonth.of(2026, 11), clock.instant()),
                () -> patrons.spend(UUID.randomUUID(), PROFILE, 1, clock.instant()),
                () -> patrons.outdated(event()),
                () -> patrons.record(event()))) {
            assertFault(call, "the tables against docs/supabase.sql");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "7", "[7]", "\"x\"", "", "[[]]", "[] []"})
    void whatIsNoListOfRowsIsAFaultOfEveryCall(String answer) {
        Outgoing constant = request -> new Outgoing.Answer.Response(200, Bytes.of(answer));
        Patrons patrons = new SupabasePatrons(constant, project.url(), project.serviceKey(), clock);
        for (ThrowingCallable call : everyCall(patrons)) {
            assertFault(call, "answers otherwise than expected");
        }
    }

    @Test
    void aWrongKeyIsNamedByItsSettingAndNotShown() {
        Patrons patrons = patrons(project.url(), project.serviceKey() + "x");
        for (ThrowingCallable call : everyCall(patrons)) {
            assertFault(call, "check systems.patreon.supabase.serviceKey");
        }
    }

    @Test
    void aProjectWithoutTheTablesIsToldWhatToRun() {
        Patrons patrons = patrons(URI.create(project.url() + "/elsewhere"), project.serviceKey());
        assertFault(patrons::ping, "run docs/supabase.sql");
    }

    @Test
    void aProjectThatIsDownIsAFaultUntilItIsBack() {
        Patrons patrons = patrons();
        project.mood(Mood.FAILING);
        assertFault(patrons::ping, "status 503");
        project.mood(Mood.GOOD);
        patrons.ping();
        project.close();
        for (ThrowingCallable call : everyCall(patrons)) {
            assertFault(call, "check systems.patreon.supabase.url");
        }
    }

    @Test
    void whatWasDoneThoughNobodyHeardItIsNotDoneAgain() {
        Patrons patrons = patrons();
        project.seed("profiles", Map.of("id", PROFILE, "patreon_user_id", USER));
        UUID spend = UUID.randomUUID();
        UUID report = UUID.randomUUID();
        project.mood(Mood.LOST);
        assertFault(() -> patrons.spend(spend, PROFILE, 5, clock.instant()), "no usable answer");
        assertFault(() -> patrons.keep(report(report)), "no usable answer");
        project.mood(Mood.GOOD);
        assertThat(patrons.spend(spend, PROFILE, 5, clock.instant())).isFalse();
        assertThat(patrons.keep(report(report))).isFalse();
        YearMonth month = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        assertThat(patrons.usage(PROFILE, month, clock.instant())).isEqualTo(new Usage(5, 0));
    }

    @Test
    void anEventWhoseWritingNobodyHeardOfIsKnown() {
        Outgoing losing = request -> {
            Outgoing.Answer answer = http.send(request);
            return request.method() == Outgoing.Method.POST ? new Outgoing.Answer.TimedOut() : answer;
        };
        Patrons unheard = new SupabasePatrons(losing, project.url(), project.serviceKey(), clock);
        assertFault(() -> unheard.record(event()), "did not answer in time");
        assertThat(patrons().outdated(event())).hasValue(PledgeOutcome.KNOWN);
        assertThat(patrons().record(event())).isEqualTo(PledgeOutcome.KNOWN);
    }

    @Test
    void severalProfilesOfOnePatronAreAFaultOfTheTables() {
        Outgoing twice = request -> new Outgoing.Answer.Response(200, Bytes.of("[{\"id\":\"a\"},{\"id\":\"b\"}]"));
        Patrons patrons = new SupabasePatrons(twice, project.url(), project.serviceKey(), clock);
        assertFault(() -> patrons.profile(USER), "make profiles.patreon_user_id unique");
    }

    @ParameterizedTest
    @EnumSource(Unusable.class)
    void whatCannotBeAnAddressOrAKeyIsRefusedAtTheStart(Unusable unusable) {
        assertThatThrownBy(() -> patrons(URI.create(unusable.url), unusable.key))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(unusable.part)
                .hasMessageNotContaining("secret");
    }

    private enum Unusable {
        PLAIN("http://example.com", "secret", "systems.patreon.supabase.url"),
        PASSWORD("https://user:secret@example.com", "secret", "systems.patreon.supabase.url"),
        QUERY("https://example.com/?key=secret", "secret", "systems.patreon.supabase.url"),
        EMPTY("https://example.com", "", "systems.patreon.supabase.serviceKey"),
        SPACE("https://example.com", "secret key", "systems.patreon.supabase.serviceKey"),
        LINE("https://example.com", "secret\nkey", "systems.patreon.supabase.serviceKey");

        final String url;
        final String key;
        final String part;

        Unusable(String url, String key, String part) {
            this.url = url;
            this.key = key;
            this.part = part;
        }
    }

    /** What loggers say meanwhile. */
    private static final class Heard extends Handler {
        final List<String> said = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            said.add(record.getMessage() + " " + record.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
