package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** However many guess at once, no more passwords are looked at than there are tries. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuessingTest {
    private static final int GUESSERS = 64;
    private static final int OF_ADDRESS = 5;

    /** Twenty in an hour, and the first turn of those who then wait for each other. */
    private static final int AT_ACCOUNT = 21;

    private final TokenSite site =
            TokenSite.of(HeldClock.start(), Storage.DOCUMENTED, Map.of("systems.tokens.rates.login", "100000"));

    @AfterAll
    void stop() {
        site.close();
    }

    private static Callable<Integer> guess(App app, String identifier, String password) {
        return () -> app.login(identifier, password).status();
    }

    private static void assertHeard(int most, List<Integer> statuses) {
        assertThat(Collections.frequency(statuses, 401)).isEqualTo(most);
        assertThat(Collections.frequency(statuses, 429)).isEqualTo(GUESSERS - most);
    }

    @Test
    void anAccountIsGuessedAtTwentyTimesFromEverywhereTogether() throws Exception {
        Account user = site.user();
        assertHeard(
                AT_ACCOUNT,
                Race.run(IntStream.range(0, GUESSERS)
                        .mapToObj(
                                i -> guess(site.app(), i % 2 == 0 ? user.loginId() : user.email(), "guess number " + i))
                        .toList()));
    }

    @Test
    void aNameThatIsNobodysIsGuessedAtAsOften() throws Exception {
        assertHeard(
                AT_ACCOUNT,
                Race.run(IntStream.range(0, GUESSERS)
                        .mapToObj(i -> guess(site.app(), "nobody-here", "guess number " + i))
                        .toList()));
    }

    @Test
    void anAddressGuessesFiveTimesAtAllAccountsTogether() throws Exception {
        App app = site.app();
        List<Account> users = Stream.generate(site::user).limit(GUESSERS).toList();
        assertHeard(
                OF_ADDRESS,
                Race.run(users.stream()
                        .map(user -> guess(app.copy(), user.loginId(), "the same guess"))
                        .toList()));
    }

    @Test
    void whoGuessesRightAmongManyStillGetsInOnlyByATry() throws Exception {
        Account user = site.user();
        List<Integer> statuses = Race.run(IntStream.range(0, GUESSERS)
                .mapToObj(i -> guess(site.app(), user.loginId(), i == 63 ? TokenSite.PASSWORD : "guess number " + i))
                .toList());

        assertThat(Collections.frequency(statuses, 401)).isLessThanOrEqualTo(AT_ACCOUNT);
        assertThat(statuses.subList(0, GUESSERS - 1)).isSubsetOf(401, 429);
    }

    /** An office behind one address, in the morning. */
    @Test
    void twelvePeopleOfOneAddressWhoSignInAtOnceAllGetIn() throws Exception {
        App office = site.app();
        assertThat(Race.run(Stream.generate(site::user)
                        .limit(12)
                        .map(user -> guess(office.copy(), user.loginId(), TokenSite.PASSWORD))
                        .toList()))
                .containsOnly(200);
    }
}
