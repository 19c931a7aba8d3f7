package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Guesses made at once. */
class GuessingTest {
    private final HeldClock clock = HeldClock.start();

    @Test
    void sixWrongPasswordsAtOnceAreNoMoreThanFive() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED)) {
            for (int round = 0; round < Rounds.of(5); round++) {
                Account user = site.user();
                UserApp app = site.app();
                List<Callable<Answer>> guesses = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    guesses.add(() -> app.login(user.email(), "wrong password"));
                }
                List<Answer> answers = Race.run(guesses);

                assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(5);
                assertThat(answers).filteredOn(answer -> answer.status() == 429).hasSize(1);
                assertThat(answers.stream()
                                .filter(answer -> answer.status() == 401)
                                .map(answer -> answer.text("detail"))
                                .toList())
                        .containsExactlyInAnyOrder(
                                "Invalid credentials. 4 attempts remaining.",
                                "Invalid credentials. 3 attempts remaining.",
                                "Invalid credentials. 2 attempts remaining.",
                                "Invalid credentials. 1 attempts remaining.",
                                "Invalid credentials. 0 attempts remaining.");
            }
        }
    }

    /** An office behind one address, in the morning. */
    @Test
    void twelvePeopleOfOneAddressWhoSignInAtOnceAllGetIn() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED)) {
            UserApp office = site.app();
            List<Callable<Integer>> people = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Account user = site.user();
                people.add(() ->
                        office.copy().login(user.email(), UsersSite.PASSWORD).status());
            }
            assertThat(Race.run(people)).containsOnly(200);
        }
    }
}
