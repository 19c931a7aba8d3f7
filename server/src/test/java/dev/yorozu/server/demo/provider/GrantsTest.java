package dev.yorozu.server.demo.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantsTest {
    private static final String VERIFIER = "a-verifier-that-only-the-app-knows-0123456789";
    private static final String BACK = "http://127.0.0.1/callback";
    private static final Grants.Wish WISH = new Grants.Wish(BACK, Optional.of(Digests.base64url(VERIFIER)), "identify");
    private static final Grants.Lives LIVES = new Grants.Lives(Duration.ofDays(7), Duration.ofSeconds(1));

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Grants grants = new Grants(LIVES, RandomTokens.secure(), () -> now);

    private Grants.Tokens signIn(TokenBehaviour temper) {
        return grants.redeem(grants.code(WISH, People.HANA, temper), BACK, VERIFIER)
                .orElseThrow();
    }

    @Test
    void aCodeGivesTokensOnceToWhoeverKnowsTheVerifier() throws Exception {
        String code = grants.code(WISH, People.HANA, TokenBehaviour.STEADY);
        CountDownLatch go = new CountDownLatch(1);
        Callable<Optional<Grants.Tokens>> redeem = () -> {
            go.await();
            return grants.redeem(code, BACK, VERIFIER);
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Grants.Tokens>>> all =
                    Stream.generate(() -> threads.submit(redeem)).limit(32).toList();
            go.countDown();
            int winners = 0;
            for (Future<Optional<Grants.Tokens>> each : all) {
                winners += each.get().isPresent() ? 1 : 0;
            }
            assertThat(winners).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({BACK + ", another-verifier", "http://127.0.0.1/elsewhere, " + VERIFIER, BACK + ", ''"})
    void aCodeThatWasPresentedWronglyIsUsedUp(String redirectUri, String verifier) {
        String code = grants.code(WISH, People.HANA, TokenBehaviour.STEADY);

        assertThat(grants.redeem(code, redirectUri, verifier)).isEmpty();
        assertThat(grants.redeem(code, BACK, VERIFIER)).isEmpty();
    }

    @Test
    void whereNoProofIsAskedACodeIsEnoughAndGivesTokensOnce() {
        Grants.Wish plain = new Grants.Wish(BACK, Optional.empty(), "identity");
        String code = grants.code(plain, People.HANA, TokenBehaviour.STEADY);

        assertThat(grants.redeem(code, BACK, "")).isPresent();
        assertThat(grants.redeem(code, BACK, "")).isEmpty();
    }

    @Test
    void aCodeEndsAfterAMinute() {
        String code = grants.code(WISH, People.HANA, TokenBehaviour.STEADY);
        now = now.plus(Duration.ofMinutes(1));

        assertThat(grants.redeem(code, BACK, VERIFIER)).isEmpty();
    }

    @Test
    void renewalGivesOtherTokensAndUsesTheOldOneUp() {
        Grants.Tokens first = signIn(TokenBehaviour.EXPIRING);
        Grants.Tokens second = grants.renew(first.refresh()).orElseThrow();

        assertThat(first.life()).isLessThan(Duration.ofSeconds(30));
        assertThat(second.life()).isEqualTo(Duration.ofDays(7));
        assertThat(second.access()).isNotEqualTo(first.access());
        assertThat(grants.owner(second.access())).contains(People.HANA);
        assertThat(grants.renew(first.refresh())).isEmpty();
        assertThat(grants.renew(second.refresh())).isPresent();
    }

    @Test
    void withdrawnConsentRefusesTheRenewal() {
        Grants.Tokens tokens = signIn(TokenBehaviour.WITHDRAWN);

        assertThat(grants.owner(tokens.access())).contains(People.HANA);
        assertThat(grants.renew(tokens.refresh())).isEmpty();
    }

    @Test
    void anAccessTokenEnds() {
        Grants.Tokens tokens = signIn(TokenBehaviour.STEADY);
        now = now.plus(Duration.ofDays(8));

        assertThat(grants.owner(tokens.access())).isEmpty();
        assertThat(grants.owner("unknown")).isEmpty();
    }

    @Test
    void theOldestCodesAreForgottenFirst() {
        String oldest = grants.code(WISH, People.HANA, TokenBehaviour.STEADY);
        String newer = grants.code(WISH, People.HANA, TokenBehaviour.STEADY);
        for (int i = 0; i < 999; i++) {
            grants.code(WISH, People.REN, TokenBehaviour.STEADY);
        }

        assertThat(grants.redeem(oldest, BACK, VERIFIER)).isEmpty();
        assertThat(grants.redeem(newer, BACK, VERIFIER)).isPresent();
    }

    @Test
    void aTypedNameIsAlwaysTheSamePerson() {
        Person person = People.named("  花\u0007 子 ").orElseThrow();

        assertThat(person.name()).isEqualTo("花 子");
        assertThat(person).isEqualTo(People.named("花 子").orElseThrow());
        assertThat(person.id()).matches("9[0-9]{17}");
        assertThat(People.named("Hana").orElseThrow().id()).isNotEqualTo(People.HANA.id());
        assertThat(People.named("😀".repeat(40)).orElseThrow().name()).isEqualTo("😀".repeat(32));
        assertThat(People.named(" \u0000\t ")).isEmpty();
    }
}
