package dev.yorozu.server.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.patrons.EventsContract;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SupabasePatronsTest extends EventsContract {
    private final SupabaseStandIn project = SupabaseStandIn.start();
    private final HttpOutgoing outgoing = new HttpOutgoing();
    private final Patrons patrons = new SupabasePatrons(this::patiently, project.url(), project.serviceKey(), clock);

    /** So that a slow machine is no fault of the project. */
    private Outgoing.Answer patiently(Outgoing.Request request) {
        return outgoing.send(new Outgoing.Request(
                request.method(), request.uri(), request.headers(), request.body(), Duration.ofSeconds(60)));
    }

    @AfterAll
    void close() {
        patrons.close();
        outgoing.close();
        project.close();
    }

    @Override
    protected Patrons patrons() {
        return patrons;
    }

    @Override
    protected void seed(String table, Map<String, Object> row) {
        project.seed(table, row);
    }

    @Override
    protected List<Map<String, String>> rows(String table, String column, String value) {
        return project.rows(table, column, value);
    }

    @Override
    protected Optional<String> identity(String account) {
        return Optional.of(project.token(account));
    }

    private String account(Map<String, Object> more) {
        String account = UUID.randomUUID().toString();
        Map<String, Object> row = new HashMap<>(more);
        row.put("id", account);
        seed("profiles", row);
        return account;
    }

    private ProfileLink link(String user, String account) {
        return patrons.link(user, identity(account)).orElseThrow();
    }

    @Test
    void withoutAProofNoProfileIsMade() {
        String user = fresh();
        assertThat(patrons.link(user, Optional.empty())).isEmpty();
        assertThat(patrons.link(user, Optional.of("e30.not-known.c2ln"))).isEmpty();
        assertThat(rows("profiles", "patreon_user_id", user)).isEmpty();
    }

    @Test
    void aProofThatIsNotAcceptedLeavesTheProfileAsItIs() {
        String user = fresh();
        ProfileLink linking = link(user, account(Map.of()));
        assertThat(patrons.link(user, Optional.of("e30.not-known.c2ln"))).hasValue(linking);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\r\nX-Injected: 1", "\u842c", "a\0", "a,b"})
    void whatCannotBeAProofIsNotSent(String text) {
        int before = project.calls();
        assertThat(patrons.link(fresh(), Optional.of(text))).isEmpty();
        assertThat(patrons.link(fresh(), Optional.of("x".repeat(8193)))).isEmpty();
        assertThat(project.calls() - before).isEqualTo(2);
    }

    @Test
    void aBonusOfAProjectWithoutEndsNeverEnds() {
        String account = account(Map.of());
        seed("bonus_tokens", Map.of("user_id", account, "granted_tokens", 7L, "used_tokens", 2L));
        assertThat(patrons.usage(account, YearMonth.of(2026, 11), clock.instant()))
                .isEqualTo(new Usage(0, 5));
    }

    @Test
    void theProfileOfTheAccountIsTakenOrMade() {
        String there = account(Map.of());
        assertThat(link(fresh(), there)).isEqualTo(new ProfileLink(there, Optional.empty()));
        String absent = UUID.randomUUID().toString();
        assertThat(link(fresh(), absent)).isEqualTo(new ProfileLink(absent, Optional.empty()));
        assertThat(rows("profiles", "id", absent)).hasSize(1);
    }

    @Test
    void aProfileBelongsToThePatronWhoCameLast() {
        String first = fresh();
        String second = fresh();
        String account = account(Map.of("patreon_user_id", first));
        assertThat(link(second, account)).isEqualTo(new ProfileLink(account, Optional.of(first)));
        assertThat(patrons.profile(first)).isEmpty();
        assertThat(patrons.profile(second)).hasValue(account);
        assertThat(link(second, account)).isEqualTo(new ProfileLink(account, Optional.empty()));
    }

    @Test
    void aPatronHasTheProfileThatWasProvenLast() {
        String user = fresh();
        String old = account(Map.of("patreon_user_id", user));
        String next = account(Map.of());
        assertThat(link(user, next)).isEqualTo(new ProfileLink(next, Optional.empty()));
        assertThat(patrons.profile(user)).hasValue(next);
        assertThat(rows("profiles", "id", old).getFirst()).doesNotContainKey("patreon_user_id");
    }

    @Test
    void ofManyPatronsWithOneAccountTheLastHasIt() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String account = account(Map.of());
            List<String> users =
                    Stream.generate(SupabasePatronsTest::fresh).limit(16).toList();
            List<ProfileLink> linkings = Race.of(16, i -> link(users.get(i), account));
            List<String> displaced =
                    linkings.stream().flatMap(each -> each.displaced().stream()).toList();
            List<String> left = users.stream()
                    .filter(user -> patrons.profile(user).isPresent())
                    .toList();
            assertThat(left).hasSize(1);
            assertThat(displaced).hasSize(15).doesNotHaveDuplicates().doesNotContainAnyElementsOf(left);
        }
    }

    @Test
    void aPatronWithManyAccountsHasOneOfTheirProfiles() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String user = fresh();
            List<ProfileLink> linkings =
                    Race.of(16, i -> link(user, UUID.randomUUID().toString()));
            assertThat(linkings).allSatisfy(each -> assertThat(each.displaced()).isEmpty());
            assertThat(linkings)
                    .extracting(ProfileLink::profile)
                    .contains(patrons.profile(user).orElseThrow());
            assertThat(rows("profiles", "patreon_user_id", user)).hasSize(1);
        }
    }
}
