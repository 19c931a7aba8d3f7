package dev.yorozu.server.operate.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.systems.oidc.OidcSystem;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UserAliasesTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final String ISSUER = "https://id.example.com";
    private static final UUID UUID_OF_HANA = UUID.fromString("15dee95c-fd04-43fa-bc1e-b95a55e9c146");
    private static final Account HANA =
            new Account(7, UUID_OF_HANA, "hana", "Hana", "hana@example.com", true, "", 1, List.of(), Instant.EPOCH);

    private final Settings settings = new SettingsReader(StandardSettings.schema())
            .withoutFile()
            .flag("systems.oidc.issuer", "--issuer", ISSUER)
            .read();
    private final UserAliases people = new UserAliases(
            name -> List.of("7", "hana", "hana@example.com", UUID_OF_HANA.toString())
                            .contains(name)
                    ? Optional.of(HANA)
                    : Optional.empty(),
            Map.of(
                    "users", name -> List.of(),
                    "patreon", name -> List.of(),
                    "oidc", name -> OidcSystem.users(settings, name)));

    private List<String> found(String user) {
        AuditLog log = new AuditLog(
                new MemoryStore(CLOCK, Limits.DEFAULT, StoreObserver.NONE),
                AuditPolicy.STANDARD,
                RandomTokens.secure(),
                CLOCK);
        Map<String, String> names = Map.of(
                "tokens", "7",
                "users", UUID_OF_HANA.toString(),
                "patreon", "7",
                "discord", "180000000000000002",
                "oidc", Digests.base64url(ISSUER + "\n" + "subject-1"));
        names.forEach((system, name) ->
                log.append(Event.of(NOW, Kind.SESSION, system, "sign-in").by(Optional.of(name))));
        return log.page(people.everyName(Query.ALL.by(user)), "", 100).events().stream()
                .map(Event::system)
                .sorted()
                .toList();
    }

    @Test
    void whatSomebodyDidIsFoundInEverySystemThatKnowsThemByAnotherName() {
        assertThat(found("hana")).containsExactly("tokens", "users");
        assertThat(found("hana@example.com")).containsExactly("tokens", "users");
        assertThat(found(UUID_OF_HANA.toString())).containsExactly("tokens", "users");
        assertThat(found("180000000000000002")).containsExactly("discord");
        assertThat(found("subject-1")).containsExactly("oidc");
        assertThat(found("nobody")).isEmpty();
    }

    @Test
    void aNumberFoundInTheDirectoryIsNobodysIdAtAProvider() {
        assertThat(people.in("patreon", "hana")).containsExactly("hana", UUID_OF_HANA.toString());
        assertThat(found("7")).as("typed, it may be either").containsExactly("patreon", "tokens", "users");
    }
}
