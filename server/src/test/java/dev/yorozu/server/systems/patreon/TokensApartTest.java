package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.signing.JwtSettings;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One {@code JWT_SECRET} signs for several systems, and yet no token of one passes in another. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokensApartTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    private List<Jwts> others() {
        Settings settings = PatreonSite.settings(Map.of());
        SigningKeys keys = SigningKeys.of(SigningKey.hs256(PatreonSite.JWT_SECRET.getBytes(StandardCharsets.UTF_8)));
        return List.of(
                jwts(settings, TokensSettings.JWT, JwtPolicy.JWT, keys),
                jwts(settings, UsersSettings.JWT, JwtPolicy.JWT, keys),
                jwts(settings, UsersSettings.JWT, "at+jwt", keys));
    }

    private Jwts jwts(Settings settings, JwtSettings system, String type, SigningKeys keys) {
        return new Jwts(() -> keys, system.policy(settings, type), clock);
    }

    @Test
    void tokensOfPatronsPassNowhereElse() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        for (Jwts other : others()) {
            assertThat(other.verify(app.access())).isInstanceOf(Verification.Invalid.class);
        }
    }

    @Test
    void tokensOfOtherSystemsDoNotPassHereWhateverTheySay() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        Document claims = PatronApp.claims(app.access());
        Document others = Document.empty();
        for (String name : List.of("pid", "sid", "plan", "hasBonusTokens", "ver")) {
            others = others.withAll(claims.only(name));
        }
        for (Jwts other : others()) {
            String token = other.sign(new Jwt(
                    claims.text("jti").orElseThrow(),
                    claims.text("sub").orElseThrow(),
                    clock.instant(),
                    clock.instant().plus(Duration.ofMinutes(5)),
                    others));
            long trips = site.store().trips();
            assertThat(app.quota(token).status()).isEqualTo(401);
            assertThat(site.store().trips()).isEqualTo(trips);
        }
        app.quota(app.access()).isOk();
    }
}
