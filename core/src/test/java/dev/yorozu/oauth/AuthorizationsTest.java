package dev.yorozu.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuthorizationsTest {
    private static final Provider DISCORD =
            Discord.provider(Discord.AUTHORIZE_URL, Discord.API_URL, "4711", "not to be shown");

    private static Authorizations authorizations(MemoryStore store, Storage storage) {
        return new Authorizations(
                store,
                new AuthorizationLayout(DiscordKeys.AUTHORIZATION, Duration.ofMinutes(10), Set.of()),
                storage,
                RandomTokens.secure());
    }

    @Test
    void theAuthorizeUrlHasItsParametersInTheDocumentedOrder() {
        // The verifier and challenge of RFC 7636, appendix B.
        Pkce pkce = new Pkce("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        Authorizations.Started started = new Authorizations.Started("AAAAAAAAAAAAAAAAAAAAAA", pkce);
        assertThat(Authorizations.authorizeUrl(
                        DISCORD, "https://site.example/api/auth/discord/callback", started, Map.of()))
                .hasToString("https://discord.com/oauth2/authorize?response_type=code&client_id=4711"
                        + "&redirect_uri=https%3A%2F%2Fsite.example%2Fapi%2Fauth%2Fdiscord%2Fcallback"
                        + "&scope=identify+guilds&state=AAAAAAAAAAAAAAAAAAAAAA"
                        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
                        + "&prompt=consent");
    }

    @Test
    void parametersOfOneSignInComeLast() {
        Authorizations.Started started = new Authorizations.Started("s", new Pkce("v"));
        assertThat(Authorizations.authorizeUrl(DISCORD, "r", started, Map.of("nonce", "a&b"))
                        .toString())
                .endsWith("&prompt=consent&nonce=a%26b");
    }

    @Test
    void statesAndVerifiersHaveTheirDocumentedLengths() {
        Authorizations.Started started =
                authorizations(new MemoryStore(), Storage.DOCUMENTED).begin(Document.empty());
        assertThat(started.state()).matches("[A-Za-z0-9_-]{22}");
        assertThat(started.pkce().verifier()).matches("[A-Za-z0-9_-]{43}");
        assertThat(started.toString())
                .doesNotContain(started.state())
                .doesNotContain(started.pkce().verifier());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoStateIsRefusedWithoutAskingTheStore(Storage storage) {
        MemoryStore closed = new MemoryStore();
        closed.close();
        Authorizations authorizations = authorizations(closed, storage);
        List<String> hostile = List.of(
                "",
                "short",
                "A".repeat(21),
                "A".repeat(10_000),
                "AAAAAAAAAAAAAAAAAAAAA:",
                "AAAAAAAAAAAAAAAAAAAAA\0",
                "AAAAAAAAAAAAAAAAAAAA{}",
                "AAAAAAAAAAAAAAAAAAAAA*",
                "ＡAAAAAAAAAAAAAAAAAAAAA");
        assertThat(hostile)
                .allSatisfy(state -> assertThat(authorizations.consume(state)).isEmpty());
        assertThatThrownBy(() -> authorizations.consume("A".repeat(22))).isInstanceOf(StoreException.class);
    }

    @Test
    void aProviderDoesNotShowItsSecret() {
        assertThat(DISCORD.toString()).doesNotContain("not to be shown");
    }
}
