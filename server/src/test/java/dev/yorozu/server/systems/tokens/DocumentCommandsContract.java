package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command that the document shows to operators, run with redis-cli beside a server that people are signed in to. */
abstract class DocumentCommandsContract {
    private final TokenSite site;
    private final int port;
    private final String password;
    private final Account user;
    private final String id;

    /**
     * @param port where redis-cli finds what the site keeps
     * @param password what it signs in with; empty for none
     */
    DocumentCommandsContract(TokenSite site, int port, String password) {
        this.site = site;
        this.port = port;
        this.password = password;
        this.user = site.user();
        this.id = Long.toString(user.id());
    }

    /** What redis-cli prints for a command as the document shows it. */
    private String run(String command) throws Exception {
        return shell("redis-cli " + command).stripTrailing();
    }

    /** Runs lines of a shell, in which redis-cli means the server of this test. */
    private String shell(String script) throws Exception {
        String line = "redis-cli() { command redis-cli -p " + port + " \"$@\"; }; " + script;
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true);
        if (!password.isEmpty()) {
            builder.environment().put("REDISCLI_AUTH", password);
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private Set<String> members(String key) throws Exception {
        return Set.copyOf(
                run("SMEMBERS " + key).lines().filter(line -> !line.isEmpty()).toList());
    }

    private static JsonNode claims(App app) {
        String payload = app.access().split("\\.", -1)[1];
        return JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(payload));
    }

    private static String jti(App app) {
        return claims(app).get("jti").asString();
    }

    /** Asserts that a key ends, and at most an hour before this life is over. */
    private void assertLife(String key, Duration life) throws Exception {
        long seconds = Long.parseLong(run("TTL " + key));
        assertThat(Duration.ofSeconds(seconds)).isBetween(life.minusHours(1), life);
    }

    /** The lines of the document as they stand there, with a token and a user that it made up. */
    @Test
    void theSamplesWorkWordForWord() throws Exception {
        run("SETEX refresh:012345abcdef 1000 {}");
        run("SADD refresh_user:42 012345abcdef");

        assertThat(run("GET refresh:012345abcdef")).isEqualTo("{}");
        assertThat(Long.parseLong(run("TTL refresh:012345abcdef"))).isBetween(900L, 1000L);
        assertThat(run("DEL refresh:012345abcdef")).isEqualTo("1");
        assertThat(run("TTL refresh:012345abcdef")).isEqualTo("-2");
        assertThat(run("SMEMBERS refresh_user:42")).isEqualTo("012345abcdef");
        assertThat(run("SREM refresh_user:42 012345abcdef")).isEqualTo("1");
        assertThat(run("SETEX blacklist:abcd-jti-0001 3600 1")).isEqualTo("OK");
        assertThat(run("EXISTS blacklist:abcd-jti-0001")).isEqualTo("1");
        assertThat(run("DEL blacklist:abcd-jti-0001")).isEqualTo("1");
        assertThat(run("SADD user_jtis:42 abcd-jti-0001")).isEqualTo("1");
        assertThat(run("SMEMBERS user_jtis:42")).isEqualTo("abcd-jti-0001");
        assertThat(
                        shell(
                                "for jti in $(redis-cli SMEMBERS user_jtis:42); do redis-cli SETEX blacklist:$jti 2592000 1; done"))
                .isEqualTo("OK\n");
        assertThat(run("EXISTS blacklist:abcd-jti-0001")).isEqualTo("1");
    }

    @Test
    void getShowsTheRecordAndTtlItsLife() throws Exception {
        App app = site.app(user);
        String token = app.refreshToken();
        String record = run("GET refresh:" + token);
        assertThat(record).startsWith("{\"Token\":\"" + token + "\",\"UserId\":" + id + ",\"ExpiresAt\":\"");
        JsonNode json = JsonMapper.shared().readTree(record);
        Instant end = Instant.parse(json.get("ExpiresAt").asString());
        assertThat(Duration.between(Instant.now(), end)).isBetween(Duration.ofDays(29), Duration.ofDays(30));
        assertLife("refresh:" + token, Duration.ofDays(30));
        assertThat(run("TYPE refresh:" + token)).isEqualTo("string");
    }

    @Test
    void delRevokesARefreshToken() throws Exception {
        App app = site.app(user);
        App other = site.app(user);
        assertThat(run("DEL refresh:" + app.refreshToken())).isEqualTo("1");
        assertThat(app.refresh().isError(401).text("message")).isEqualTo("Invalid refresh token");
        other.refresh().isOk();
        app.refresh().isError(401);
    }

    @Test
    void smembersListsTheRefreshTokensOfAUser() throws Exception {
        App first = site.app(user);
        App second = site.app(user);
        assertThat(members("refresh_user:" + id))
                .containsExactlyInAnyOrder(first.refreshToken(), second.refreshToken());
        assertThat(run("TYPE refresh_user:" + id)).isEqualTo("set");
        assertLife("refresh_user:" + id, Duration.ofDays(31));
        first.refresh().isOk();
        assertThat(members("refresh_user:" + id))
                .containsExactlyInAnyOrder(first.refreshToken(), second.refreshToken());
    }

    @Test
    void sremTakesARefreshTokenAway() throws Exception {
        App app = site.app(user);
        App other = site.app(user);
        assertThat(run("SREM refresh_user:" + id + " " + app.refreshToken())).isEqualTo("1");
        app.refresh().isError(401);
        other.refresh().isOk();
        assertThat(members("refresh_user:" + id)).containsExactly(other.refreshToken());
    }

    @Test
    void theLoopOverTheSetRevokesEveryRefreshToken() throws Exception {
        List<App> apps = List.of(site.app(user), site.app(user), site.app(user));
        shell("for token in $(redis-cli SMEMBERS refresh_user:" + id
                + "); do redis-cli DEL refresh:$token; done; redis-cli DEL refresh_user:" + id);
        for (App app : apps) {
            app.refresh().isError(401);
        }
        site.app(user).refresh().isOk();
        for (App app : apps) {
            app.refresh().isError(401);
        }
    }

    @Test
    void setexBlacklistRefusesAnAccessTokenFromTheNextRequestOn() throws Exception {
        App app = site.app(user);
        App other = site.app(user);
        assertThat(app.isIn()).isTrue();
        assertThat(run("EXISTS blacklist:" + jti(app))).isEqualTo("0");
        assertThat(run("SETEX blacklist:" + jti(app) + " 3600 1")).isEqualTo("OK");
        assertThat(run("EXISTS blacklist:" + jti(app))).isEqualTo("1");
        assertThat(app.isIn()).isFalse();
        assertThat(other.isIn()).isTrue();
        assertThat(run("DEL blacklist:" + jti(app))).isEqualTo("1");
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aLogoutWritesTheBlacklistAsDocumented() throws Exception {
        App app = site.app(user);
        assertThat(app.logout().status()).isEqualTo(204);
        assertThat(run("GET blacklist:" + jti(app))).isEqualTo("1");
        long left = claims(app).get("exp").asLong() - Instant.now().getEpochSecond();
        long ttl = Long.parseLong(run("TTL blacklist:" + jti(app)));
        assertThat(ttl).isBetween(left + 25, left + 35);
        assertThat(run("EXISTS refresh:" + app.refreshToken())).isEqualTo("0");
        assertThat(run("EXISTS refresh_user:" + id)).isEqualTo("0");
        assertThat(run("EXISTS user_jtis:" + id)).isEqualTo("0");
    }

    @Test
    void smembersListsTheIdsOfAccessTokens() throws Exception {
        App first = site.app(user);
        App second = site.app(user);
        assertThat(members("user_jtis:" + id)).containsExactlyInAnyOrder(jti(first), jti(second));
        assertThat(run("TYPE user_jtis:" + id)).isEqualTo("set");
        assertLife("user_jtis:" + id, Duration.ofDays(31));
    }

    @Test
    void saddAddsAnIdThatLeavesWithTheRest() throws Exception {
        App app = site.app(user);
        assertThat(run("SADD user_jtis:" + id + " abcd-jti-" + id)).isEqualTo("1");
        assertThat(members("user_jtis:" + id)).containsExactlyInAnyOrder(jti(app), "abcd-jti-" + id);
        app.refresh().isOk();
        assertThat(app.isIn()).isTrue();
        app.logoutOthers().isOk();
        assertThat(members("user_jtis:" + id)).doesNotContain("abcd-jti-" + id).contains(jti(app));
    }

    @Test
    void theLoopThatBlacklistsAllLogsTheUserOutEverywhere() throws Exception {
        List<App> apps = List.of(site.app(user), site.app(user), site.app(user));
        App spent = apps.get(0).copy();
        apps.get(0).refresh().isOk();
        App somebodyElse = site.app(site.user());
        shell("for jti in $(redis-cli SMEMBERS user_jtis:" + id
                + "); do redis-cli SETEX blacklist:$jti 2592000 1; done");
        for (App app : apps) {
            assertThat(app.isIn()).isFalse();
            app.refresh().isError(401);
        }
        assertThat(spent.isIn()).isFalse();
        spent.refresh().isError(401);
        assertThat(somebodyElse.isIn()).isTrue();
        somebodyElse.refresh().isOk();
        App again = site.app(user);
        assertThat(again.isIn()).isTrue();
        again.refresh().isOk();
    }

    @Test
    void anEmptiedRedisLetsNobodyInAgainWithoutSigningIn() throws Exception {
        App live = site.app(user);
        App out = site.app(user);
        out.logout();
        assertThat(run("FLUSHALL")).isEqualTo("OK");
        for (App app : List.of(live, out)) {
            assertThat(app.isIn()).isFalse();
            app.refresh().isError(401);
        }
        App again = site.app(user);
        assertThat(again.isIn()).isTrue();
        again.refresh().isOk();
        out.refresh().isError(401);
        assertThat(out.isIn()).isFalse();
    }

    @Test
    void aTokenThatTheOriginalProgramWroteIsRefreshedOnce() throws Exception {
        String token = "0123456789abcdef" + "%016x".formatted(user.id());
        String end = Instant.now().plus(Duration.ofDays(20)).toString();
        run("SETEX refresh:" + token + " 1728000 '{\"Token\":\"" + token + "\",\"UserId\":" + id + ",\"ExpiresAt\":\""
                + end + "\"}'");
        run("SADD refresh_user:" + id + " " + token);
        App app = site.app().holding("", token);
        app.refresh().isOk();
        assertThat(app.isIn()).isTrue();
        assertThat(members("refresh_user:" + id)).containsExactly(app.refreshToken());
        app.refresh().isOk();
    }
}
