package dev.yorozu.conformance.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.CredentialSecret;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Credentials.Creation;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Credentials: shown once, known by digests, replaced without downtime, ended at once. */
@OnEveryStore(heldClock = true)
final class CredentialsTest extends Suite {
    private static final Rights SESSIONS = new Rights(
            List.of("sess:*"),
            Set.of(Permission.READ, Permission.WRITE),
            Set.of(new Scope("users", "introspect"), new Scope("app/shop", Scope.ALL)));
    private static final int THREADS = 8;

    private final String name = "test-" + UUID.randomUUID();

    private Credentials credentials() {
        return new Credentials(store(), RandomTokens.secure(), clock());
    }

    private CredentialSecret create() {
        return ((Creation.Created) credentials().create(name, SESSIONS)).secret();
    }

    private Optional<Credential> authenticate(String presented) {
        return CredentialSecret.of(presented).flatMap(credentials()::authenticate);
    }

    private Key record() {
        return ServerKeys.CREDENTIAL.key(ServerKeys.ALL_CREDENTIALS, name);
    }

    private Optional<Credentials.Listed> listed() {
        return credentials().list().stream()
                .filter(each -> each.credential().name().equals(name))
                .findFirst();
    }

    @Test
    void theSecretIsTakenAndNothingNearIt() {
        String secret = create().text();

        assertThat(authenticate(secret).orElseThrow().rights()).isEqualTo(SESSIONS);
        assertThat(authenticate(secret.substring(0, secret.length() - 1) + (secret.endsWith("A") ? "B" : "A")))
                .isEmpty();
        assertThat(authenticate(secret + "A")).isEmpty();
        assertThat(authenticate(secret.replace(name, "test-other"))).isEmpty();
        assertThat(authenticate("")).isEmpty();
        assertThat(authenticate("yrz_" + name + "_")).isEmpty();
    }

    @Test
    void theStoreHoldsNoSecretAndNoTextShowsOne() {
        CredentialSecret secret = create();
        String random = secret.text().substring(secret.text().length() - 43);

        assertThat(store().get(record()).orElseThrow().text()).doesNotContain(random);
        assertThat(secret).asString().doesNotContain(random);
    }

    @Test
    void aNameIsGivenOnce() throws Exception {
        List<Creation> made = Race.run(THREADS, () -> credentials().create(name, SESSIONS));

        assertThat(made).filteredOn(Creation.Created.class::isInstance).hasSize(1);
        assertThat(made).filteredOn(Creation.NameTaken.class::isInstance).hasSize(THREADS - 1);
        assertThat(listed()).isPresent();
    }

    @Test
    void aReplacedSecretCountsUntilItsGraceHasPassed() {
        String first = create().text();
        String second =
                credentials().rotate(name, Duration.ofHours(1)).orElseThrow().text();

        assertThat(authenticate(first)).isPresent();
        assertThat(authenticate(second)).isPresent();
        clock().advance(Duration.ofHours(1));
        assertThat(authenticate(first)).isEmpty();
        assertThat(authenticate(second)).isPresent();

        String third = credentials().rotate(name, Duration.ZERO).orElseThrow().text();
        assertThat(authenticate(second)).isEmpty();
        assertThat(authenticate(third)).isPresent();
    }

    @Test
    void ofManyNewSecretsTheLastAndTheOneBeforeCount() throws Exception {
        create();
        List<String> secrets = Race.run(
                THREADS,
                () -> credentials()
                        .rotate(name, Duration.ofHours(1))
                        .orElseThrow()
                        .text());

        assertThat(secrets.stream().filter(secret -> authenticate(secret).isPresent()))
                .hasSize(2);
    }

    @Test
    void whatIsRemovedEndsAtOnceAndIsNotBroughtBackByAChange() {
        String secret = create().text();

        assertThat(credentials().remove(name)).isTrue();
        assertThat(credentials().remove(name)).isFalse();
        assertThat(authenticate(secret)).isEmpty();
        assertThat(listed()).isEmpty();
        assertThat(credentials().rotate(name, Duration.ZERO)).isEmpty();
        assertThat(credentials().allow(name, SESSIONS)).isEmpty();
        assertThat(credentials().confirm(name)).isEmpty();
        assertThat(store().type(record())).isEmpty();
    }

    @Test
    void otherRightsCountFromTheNextCallOn() {
        String secret = create().text();
        Rights fewer = SESSIONS.readOnly();

        assertThat(credentials().allow(name, fewer).orElseThrow().rights()).isEqualTo(fewer);
        assertThat(authenticate(secret).orElseThrow().rights().permissions()).containsExactly(Permission.READ);
    }

    @Test
    void aRecoverySuspendsWhatItFindsUntilAnOperatorConfirmsIt() {
        String replaced = create().text();
        String secret =
                credentials().rotate(name, Duration.ofDays(1)).orElseThrow().text();
        clock().advance(Duration.ofSeconds(1));
        RecoveryCutoff.raise(store(), clock().instant());
        try {
            assertThat(authenticate(secret)).isEmpty();
            assertThat(listed().orElseThrow().suspended()).isTrue();

            assertThat(credentials().confirm(name)).isPresent();
            assertThat(listed().orElseThrow().suspended()).isFalse();
            assertThat(authenticate(secret)).isPresent();
            assertThat(authenticate(replaced)).as("replaced before").isEmpty();
        } finally {
            store().apply(Batch.builder().delete(RecoveryCutoff.KEY));
        }
    }

    @Test
    void whatAnotherProgramWroteGrantsNoAccess() {
        String secret = create().text();
        for (String garbage : List.of("", "[]", "{}", "{\"made\":1,\"issued\":1,\"digest\":\"\"}", "{\"digest\":7}")) {
            store().apply(Batch.builder().put(record(), Bytes.of(garbage), Expiry.never()));

            assertThat(authenticate(secret)).as(garbage).isEmpty();
        }
    }
}
