package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.Permission;
import dev.yorozu.server.systems.apps.AppsSite.Answer;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What programs of any language do for their apps. */
class AppsTest {
    private static final String LIMITED = """
            {"sessions": {"max_per_user": 2, "life": 3600, "touch_every": 60},
             "limits": {"login": {"kind": "fixed", "limit": 3, "window": 60},
                        "search": {"kind": "sliding", "limit": 5, "window": 60},
                        "api": {"kind": "gcra", "limit": 10, "window": 60}},
             "limit_bounds": {"most": 100, "longest": 3600}}
            """;

    private final HeldClock clock = HeldClock.start();
    private final AppsSite site = new AppsSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock);
    private final Program shop = site.app("shop", LIMITED);

    @AfterEach
    void stop() {
        site.close();
    }

    private Answer start(String user) throws Exception {
        return shop.post(
                "/sessions", "{\"user\":\"%s\",\"attributes\":{\"cart\":[1,2]},\"device\":\"phone\"}".formatted(user));
    }

    private Answer check(String session) throws Exception {
        return shop.post("/sessions/check", "{\"session\":\"%s\"}".formatted(session));
    }

    @Test
    void aSessionLivesFromItsStartToItsEnd() throws Exception {
        Answer started = start("花子").is(201);
        String session = started.text("session");
        assertThat(started.header("Cache-Control")).isEqualTo("no-store");

        Answer checked = check(session).is(200);
        assertThat(checked.json().path("active").asBoolean()).isTrue();
        assertThat(checked.text("user")).isEqualTo("花子");
        assertThat(checked.json().path("attributes").toString()).isEqualTo("{\"cart\":[1,2]}");
        assertThat(checked.text("device")).isEqualTo("phone");
        assertThat(checked.text("id")).isEqualTo(started.text("id")).isNotEqualTo(session);

        assertThat(shop.post("/sessions/end", "{\"session\":\"%s\"}".formatted(session))
                        .is(200)
                        .json()
                        .path("ended")
                        .asBoolean())
                .isTrue();
        assertThat(check(session).is(200).response().body()).isEqualTo("{\"active\":false}");
    }

    @Test
    void attributesChangeByTheirVersion() throws Exception {
        Answer started = start("taro").is(201);
        String change = "{\"session\":\"%s\",\"version\":%d,\"attributes\":{\"cart\":[]}}";
        String session = started.text("session");
        long version = started.json().path("version").asLong();

        Answer changed = shop.post("/sessions/change", change.formatted(session, version))
                .is(200);
        assertThat(changed.json().path("version").asLong()).isEqualTo(version + 1);
        shop.post("/sessions/change", change.formatted(session, version)).isProblem(409, "version_mismatch");
        assertThat(check(session).json().path("attributes").toString()).isEqualTo("{\"cart\":[]}");
        shop.post("/sessions/change", change.formatted("none", 0)).isProblem(404, "no_such_session");
    }

    @Test
    void theSessionsOfAUserAreListedCappedAndEnded() throws Exception {
        String first = start("jiro").text("session");
        clock.advance(Duration.ofSeconds(1));
        String second = start("jiro").text("session");
        clock.advance(Duration.ofSeconds(1));
        Answer third = start("jiro");
        assertThat(third.json().path("ended").size()).isEqualTo(1);
        assertThat(check(first).json().path("active").asBoolean()).isFalse();

        JsonNode listed = shop.get("/users/jiro/sessions").is(200).json().path("sessions");
        assertThat(listed.size()).isEqualTo(2);
        assertThat(shop.get("/users/jiro/sessions").response().body()).doesNotContain(second, third.text("session"));

        assertThat(shop.post("/users/jiro/sessions/end", "{\"except\":\"%s\"}".formatted(third.text("session")))
                        .json()
                        .path("ended")
                        .asInt())
                .isEqualTo(1);
        assertThat(check(second).json().path("active").asBoolean()).isFalse();
        assertThat(check(third.text("session")).json().path("active").asBoolean())
                .isTrue();
        assertThat(shop.send("DELETE", "/users/jiro/sessions/" + third.text("id"), "")
                        .json()
                        .path("ended")
                        .asBoolean())
                .isTrue();
        assertThat(check(third.text("session")).json().path("active").asBoolean())
                .isFalse();
    }

    @Test
    void aCheckRenewsUnlessItIsToldNotTo() throws Exception {
        String session = start("saburo").text("session");
        clock.advance(Duration.ofMinutes(30));
        String body = "{\"session\":\"%s\",\"renew\":false}".formatted(session);
        String before = shop.post("/sessions/check", body).text("expires_at");

        String renewed = check(session).text("expires_at");

        assertThat(renewed).isGreaterThan(before);
        clock.advance(Duration.ofMinutes(59));
        assertThat(check(session).json().path("active").asBoolean()).isTrue();
        clock.advance(Duration.ofMinutes(61));
        assertThat(check(session).json().path("active").asBoolean()).isFalse();
    }

    @Test
    void aSessionWithALifeOfItsOwnIsNotRenewedBeyondIt() throws Exception {
        String session = shop.post("/sessions", "{\"user\":\"goro\",\"life\":4000}")
                .is(201)
                .text("session");
        clock.advance(Duration.ofSeconds(3500));
        Answer renewed = check(session);
        assertThat(renewed.text("expires_at"))
                .isEqualTo(AppsJson.time(clock.instant().plusSeconds(500)));
        shop.post("/sessions/change", "{\"session\":\"%s\",\"version\":1,\"attributes\":{}}".formatted(session))
                .is(200);
        clock.advance(Duration.ofSeconds(500));
        assertThat(check(session).json().path("active").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"login,3", "search,5", "api,10"})
    void aDeclaredLimitLetsItsNumberPassAndTellsTheRest(String limit, int most) throws Exception {
        String body = "{\"limit\":\"%s\",\"id\":\"2001:db8::1\"}".formatted(limit);
        for (int i = 1; i <= most; i++) {
            Answer allowed = shop.post("/limits/check", body).is(200);
            assertThat(allowed.json().path("allowed").asBoolean()).isTrue();
            assertThat(allowed.json().path("remaining").asInt()).isEqualTo(most - i);
            assertThat(allowed.header("RateLimit-Policy")).isEqualTo("\"%s\";q=%d;w=60".formatted(limit, most));
            assertThat(allowed.header("RateLimit")).startsWith("\"%s\";r=%d;t=".formatted(limit, most - i));
        }
        Answer denied = shop.post("/limits/check", body).is(200);
        assertThat(denied.json().path("allowed").asBoolean()).isFalse();
        assertThat(denied.json().path("retry_after").asInt()).isPositive();
    }

    @Test
    void aLimitComesWithTheCallWithinTheBounds() throws Exception {
        String body = "{\"limit\":\"any\",\"id\":\"a\",\"cost\":%d,\"rule\":{\"limit\":%d,\"window\":%d}}";

        assertThat(shop.post("/limits/check", body.formatted(2, 10, 60))
                        .is(200)
                        .json()
                        .path("remaining")
                        .asInt())
                .isEqualTo(8);
        shop.post("/limits/check", body.formatted(11, 10, 60)).isProblem(400, "cost_too_great");
        shop.post("/limits/check", body.formatted(1, 101, 60)).isProblem(400, "limit_out_of_bounds");
        shop.post("/limits/check", body.formatted(1, 10, 3601)).isProblem(400, "limit_out_of_bounds");
        shop.post("/limits/check", "{\"limit\":\"any\",\"id\":\"a\"}").isProblem(404, "no_such_limit");
        shop.post("/limits/check", "{\"limit\":\"a b\",\"id\":\"\"}").isProblem(400, "bad_request");
    }

    @Test
    void severalLimitsAreOneCall() throws Exception {
        String body = """
                {"checks": [{"limit": "login", "id": "a", "cost": 3}, {"limit": "api", "id": "a"}]}
                """;

        Answer first = shop.post("/limits/check-all", body).is(200);
        assertThat(first.json().path("allowed").asBoolean()).isTrue();
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"login\";q=3;w=60, \"api\";q=10;w=60");

        Answer second = shop.post("/limits/check-all", body).is(200);
        assertThat(second.json().path("allowed").asBoolean()).isFalse();
        assertThat(second.json().path("checks").get(1).path("allowed").asBoolean())
                .isTrue();
    }

    @Test
    void aCodeTakesItsValueOnceWithinItsTries() throws Exception {
        String put = "{\"kind\":\"email\",\"id\":\"a@example.com\",\"code\":\"123456\",\"value\":\"yes\",\"life\":600,"
                + "\"tries\":2}";
        String take = "{\"kind\":\"email\",\"id\":\"a@example.com\",\"code\":\"%s\"}";
        shop.post("/once", put).is(201);
        shop.post("/once", put).isProblem(409, "exists");

        assertThat(shop.post("/once/take", take.formatted("000000")).json().toString())
                .isEqualTo("{\"taken\":false,\"tries_left\":1}");
        assertThat(shop.post("/once/take", take.formatted("123456")).json().toString())
                .isEqualTo("{\"taken\":true,\"value\":\"yes\"}");
        assertThat(shop.post("/once/take", take.formatted("123456"))
                        .json()
                        .path("taken")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void ofAllWhoClaimOneIsFirst() throws Exception {
        List<Answer> claims =
                Race.run(8, () -> shop.post("/once/claim", "{\"kind\":\"hook\",\"id\":\"event-1\",\"life\":60}"));

        assertThat(claims)
                .filteredOn(each -> each.json().path("first").asBoolean())
                .hasSize(1);
    }

    /** Spaces are a part of ids: a user with one in front is somebody else. */
    @Test
    void idsAndValuesAreWhatWasSent() throws Exception {
        start("taro").is(201);
        start(" taro").is(201);
        for (String user : List.of("taro", "%20taro")) {
            assertThat(shop.get("/users/" + user + "/sessions").json().path("sessions"))
                    .hasSize(1);
        }
        for (String id : List.of("a", " a", "a ")) {
            String claim = "{\"kind\":\"hook\",\"id\":\"%s\",\"life\":60}".formatted(id);
            assertThat(shop.post("/once/claim", claim).json().path("first").asBoolean())
                    .isTrue();
        }
        String code = "\"kind\":\"email\",\"id\":\" a\",\"code\":\" 1 2 \"";
        shop.post("/once", "{%s,\"life\":60,\"value\":\" x\\ny \"}".formatted(code))
                .is(201);
        assertThat(shop.post("/once/take", "{%s}".formatted(code)).text("value"))
                .isEqualTo(" x\ny ");
    }

    @Test
    void aLockHasOneOwnerAndAFence() throws Exception {
        String acquire = "{\"name\":\"nightly\",\"life\":60}";
        Answer held = shop.post("/locks/acquire", acquire).is(200);
        shop.post("/locks/acquire", acquire).isProblem(409, "lock_held");
        String owned = "{\"name\":\"nightly\",\"owner\":\"%s\",\"life\":60}".formatted(held.text("owner"));
        shop.post("/locks/extend", owned).is(200);

        assertThat(shop.post("/locks/release", owned).json().path("released").asBoolean())
                .isTrue();
        assertThat(shop.post("/locks/release", owned).json().path("released").asBoolean())
                .isFalse();
        shop.post("/locks/extend", owned).isProblem(409, "lock_lost");
        assertThat(shop.post("/locks/acquire", acquire).json().path("fence").asLong())
                .isGreaterThan(held.json().path("fence").asLong());
    }

    @Test
    void whoMissesACopyLoadsItForAll() throws Exception {
        String id = "{\"id\":\"profile 7\"}";
        String fill = "{\"id\":\"profile 7\",\"lease\":\"%s\",\"value\":\"{}\",\"life\":60}";
        Answer miss = shop.post("/cache/get", id).is(200);
        assertThat(shop.post("/cache/get", id).json().toString()).isEqualTo("{\"found\":false,\"loading\":true}");

        shop.post("/cache/fill", fill.formatted(miss.text("lease"))).is(200);
        assertThat(shop.post("/cache/get", id).json().toString()).isEqualTo("{\"found\":true,\"value\":\"{}\"}");

        assertThat(shop.post("/cache/invalidate", id).json().path("forgotten").asBoolean())
                .isTrue();
        Answer again = shop.post("/cache/get", id);
        shop.post("/cache/invalidate", id);
        shop.post("/cache/fill", fill.formatted(again.text("lease"))).isProblem(409, "lease_lost");
    }

    @Test
    void countsAreByTheAppsOwnIds() throws Exception {
        assertThat(shop.post("/counters/page%20one/add", "")
                        .is(200)
                        .json()
                        .path("count")
                        .asInt())
                .isEqualTo(1);
        assertThat(shop.post("/counters/page%20one/add", "{\"amount\":5}")
                        .json()
                        .path("count")
                        .asInt())
                .isEqualTo(6);
        assertThat(shop.post("/counters/page%20one/visit", "{\"visitor\":\"x\"}")
                        .json()
                        .toString())
                .isEqualTo("{\"counted\":true,\"count\":7}");
        assertThat(shop.post("/counters/page%20one/visit", "{\"visitor\":\"x\"}")
                        .json()
                        .toString())
                .isEqualTo("{\"counted\":false,\"count\":7}");
        assertThat(shop.send("DELETE", "/counters/page%20one", "")
                        .json()
                        .path("deleted")
                        .asBoolean())
                .isTrue();
        assertThat(shop.get("/counters/page%20one").json().path("count").asInt())
                .isZero();
    }

    @Test
    void aCallThatIsSentAgainIsAnsweredAgainAndDoesNothing() throws Exception {
        String body = "{\"user\":\"shiro\"}";
        Answer first =
                shop.send("POST", "/sessions", body, "Idempotency-Key", "k-1").is(201);

        Answer again =
                shop.send("POST", "/sessions", body, "Idempotency-Key", "k-1").is(201);

        assertThat(again.response().body()).isEqualTo(first.response().body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(shop.get("/users/shiro/sessions").json().path("sessions").size())
                .isEqualTo(1);
        shop.send("POST", "/sessions", "{\"user\":\"goro\"}", "Idempotency-Key", "k-1")
                .isProblem(422, "idempotency_key_reused");
        shop.send("POST", "/sessions", body, "Idempotency-Key", "a b").isProblem(400, "idempotency_key_invalid");
    }

    @Test
    void aCallThatWasRefusedCanBeSentAgainWithItsKey() throws Exception {
        shop.send("POST", "/sessions", "{}", "Idempotency-Key", "k-2").isProblem(400, "bad_request");

        shop.send("POST", "/sessions", "{\"user\":\"rokuro\"}", "Idempotency-Key", "k-2")
                .is(201);
    }

    @Test
    void ofAllThatAreSentAtOnceWithOneKeyOneWorks() throws Exception {
        List<Answer> answers =
                Race.run(8, () -> shop.send("POST", "/sessions", "{\"user\":\"hachiro\"}", "Idempotency-Key", "k-3"));

        assertThat(answers).allMatch(each -> each.status() == 201 || each.status() == 409);
        assertThat(shop.get("/users/hachiro/sessions").json().path("sessions").size())
                .isEqualTo(1);
    }

    @Test
    void withoutACredentialThatCountsNothingIsAnswered() throws Exception {
        site.program("shop", "").get("/users/a/sessions").isProblem(401, "credential_missing");
        site.program("shop", "yrz_shop_" + "A".repeat(43))
                .get("/users/a/sessions")
                .isProblem(401, "credential_invalid");
        assertThat(site.program("shop", "").get("/users/a/sessions").header("WWW-Authenticate"))
                .startsWith("Bearer");
        site.credentials().remove("shop");
        clock.advance(Duration.ofSeconds(1));
        shop.get("/users/a/sessions").isProblem(401, "credential_invalid");
    }

    @Test
    void aCredentialReachesItsOwnAppAlone() throws Exception {
        Program blog = site.app("blog", "");
        String session = start("hanako").text("session");
        assertThat(blog.post("/sessions/check", "{\"session\":\"%s\"}".formatted(session))
                        .json()
                        .path("active")
                        .asBoolean())
                .isFalse();

        site.program("blog", shop.secret()).get("/users/hanako/sessions").isProblem(403, "forbidden");
        site.program("none", shop.secret()).get("/users/hanako/sessions").isProblem(403, "forbidden");
        site.program("No%20name", shop.secret()).get("/users/hanako/sessions").isProblem(403, "forbidden");
        assertThat(blog.get("/users/hanako/sessions").json().path("sessions").size())
                .isZero();
    }

    @Test
    void aCredentialDoesWhatItsScopesAndPermissionsSay() throws Exception {
        Program limits = site.program(
                "shop", site.secret("gate", EnumSet.of(Permission.READ, Permission.WRITE), "app/shop:limits"));
        Program reader = site.program("shop", site.secret("reader", Set.of(Permission.READ), "app/shop:*"));

        limits.post("/limits/check", "{\"limit\":\"api\",\"id\":\"a\"}").is(200);
        limits.get("/users/a/sessions").isProblem(403, "forbidden");
        reader.get("/users/a/sessions").is(200);
        reader.post("/sessions", "{\"user\":\"a\"}").isProblem(403, "forbidden");
    }

    @Test
    void aDeletedAppAnswersNoMore() throws Exception {
        shop.get("/users/a/sessions").is(200);
        site.apps().remove("shop");
        clock.advance(Duration.ofSeconds(1));
        shop.get("/users/a/sessions").isProblem(404, "no_such_app");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/sessions|{}",
                "/sessions|{\"user\":7}",
                "/sessions|{\"user\":\"a\",\"attributes\":[]}",
                "/sessions|[]",
                "/sessions/check|{\"session\":\"\"}",
                "/sessions/change|{\"session\":\"a\"}",
                "/limits/check-all|{\"checks\":[7]}",
                "/once|{\"kind\":\"a\",\"id\":\"b\"}",
                "/once|{\"kind\":\"a\",\"id\":\"b\",\"life\":1e99}",
                "/locks/acquire|{\"name\":\"a\",\"life\":0}",
                "/cache/fill|{\"id\":\"a\"}",
                "/counters/a/add|{\"amount\":\"many\"}"
            })
    void whatIsSentWronglyIsSaidToBe(String path, String body) throws Exception {
        shop.post(path, body).isProblem(400, "bad_request");
    }
}
