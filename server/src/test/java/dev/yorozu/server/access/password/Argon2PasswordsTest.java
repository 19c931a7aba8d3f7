package dev.yorozu.server.access.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.PasswordsBusy;
import dev.yorozu.store.testkit.Race;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Argon2PasswordsTest {
    private static final Argon2Cost CHEAP = new Argon2Cost(64, 1, 1);

    private final Argon2Passwords passwords = with(CHEAP);

    private static Argon2Passwords with(Argon2Cost cost) {
        return new Argon2Passwords(cost, 2, 8, new SecureRandom());
    }

    /** Section 5.3 of RFC 9106. */
    @Test
    void theVectorOfTheStandardIsMet() {
        Argon2Parameters parameters = Argon2Hash.parameters(0x13, new Argon2Cost(32, 3, 4), filled(16, 2))
                .withSecret(filled(8, 3))
                .withAdditional(filled(12, 4))
                .build();
        assertThat(HexFormat.of().formatHex(Argon2Hash.derive(parameters, 32, filled(32, 1))))
                .isEqualTo("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    /** Made by the reference implementation: {@code printf PASSWORD | argon2 SALT -id -t T -k M -p P -l 32 -e}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "password $argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "password $argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$PL01amPyeUuxG7H0vIr5X+qHkZvWnHmGBGXFYvh8z2E",
                "パスワード-naïve $argon2id$v=19$m=4096,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$wkCBfrrf5Aix9rPLgjKfzky7C3AaLU9/B92R2S6Cjq8"
            })
    void hashesOfTheReferenceImplementationAreVerified(String password, String hash) {
        assertThat(passwords.matches(password, hash)).isTrue();
        assertThat(passwords.matches(password + "x", hash)).isFalse();
        assertThat(Argon2Hash.parse(hash).orElseThrow().text()).isEqualTo(hash);
    }

    @Test
    void aHashIsWrittenWithAllThatItNeedsAndASaltOfItsOwn() {
        String hash = passwords.hash("correct horse");
        assertThat(hash).matches("\\$argon2id\\$v=19\\$m=64,t=1,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
        assertThat(passwords.hash("correct horse")).isNotEqualTo(hash);
        assertThat(passwords.matches("correct horse", hash)).isTrue();
        assertThat(passwords.matches("Correct horse", hash)).isFalse();
        assertThat(passwords.outdated(hash)).isFalse();
    }

    @Test
    void hashesOfOtherCostsAreVerifiedAndReportedAsOutdated() {
        String old = passwords.hash("correct horse");
        for (Argon2Cost better :
                List.of(new Argon2Cost(128, 1, 1), new Argon2Cost(64, 2, 1), new Argon2Cost(64, 1, 2))) {
            Passwords now = with(better);
            assertThat(now.matches("correct horse", old)).isTrue();
            assertThat(now.outdated(old)).isTrue();
            assertThat(now.outdated(now.hash("correct horse"))).isFalse();
        }
        String shortSalt = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assertThat(passwords.outdated(shortSalt)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ",
                "$argon2d$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=4,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=9999999,t=99,p=99$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
            })
    void nothingMatchesWhatIsNoHashOrWouldCostTooMuch(String text) {
        assertThat(passwords.matches("password", text)).isFalse();
        assertThat(passwords.outdated(text)).isTrue();
    }

    @Test
    void passwordsAreCountedInCharactersAndComparedInTheirComposedForm() {
        assertThat(passwords.objection("1234567")).hasValue("A password has at least 8 characters.");
        assertThat(passwords.objection("12345678")).isEmpty();
        assertThat(passwords.objection("\uD83D\uDC0E".repeat(7))).isPresent();
        assertThat(passwords.objection("\uD83D\uDC0E".repeat(256))).isEmpty();
        assertThat(passwords.objection("\uD83D\uDC0E".repeat(257))).isPresent();
        assertThat(passwords.objection("x".repeat(1_000_000))).isPresent();
        assertThat(passwords.objection("half a\uD83D pair")).isPresent();
        String hash = passwords.hash("caf\u00e9 au lait");
        assertThat(passwords.matches("cafe\u0301 au lait", hash)).isTrue();
        assertThat(passwords.matches("x".repeat(1_000_000), hash)).isFalse();
        assertThatThrownBy(() -> passwords.hash("short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("short");
    }

    @Test
    void whoeverIsUnknownCostsAHashToo() {
        passwords.pretend("anything");
        passwords.pretend("x".repeat(1_000_000));
        passwords.pretend("");
    }

    @Test
    void onlySoManyAreComputedAtOnceAndWhoWaitsInVainIsTold() throws Exception {
        HashingQueue desk = new HashingQueue(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Race.run(
                16,
                () -> desk.compute(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    passwords.hash("correct horse");
                    return running.decrementAndGet();
                }));
        assertThat(most.get()).isBetween(1, 2);

        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(2);
        List<Thread> holders = IntStream.range(0, 2)
                .mapToObj(i -> Thread.ofVirtual()
                        .start(() -> desk.compute(() -> {
                            held.countDown();
                            try {
                                release.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return i;
                        })))
                .toList();
        held.await();
        assertThatThrownBy(() -> desk.compute(() -> 1)).isInstanceOf(PasswordsBusy.class);
        release.countDown();
        for (Thread holder : holders) {
            holder.join();
        }
        assertThat(desk.compute(() -> 7)).isEqualTo(7);
    }
}
