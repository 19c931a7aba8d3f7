package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.Permission;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.AppsSite.Answer;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Scan;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Every declared route of the interface, called with credentials that have no right to it. A route that has no row below
 * fails the test, so that none is forgotten.
 */
class EveryRouteTest {
    /** Each route below an app: whether it reads, writes, or makes something, the method and the pattern, and a body that it accepts. */
    private static final String ROWS = """
            make | POST /sessions | {"user":"hanako"}
            read | POST /sessions/check | {"session":"none","renew":false}
            write | POST /sessions/change | {"session":"none","version":1,"attributes":{}}
            write | POST /sessions/end | {"session":"none"}
            read | GET /users/{user}/sessions |
            write | POST /users/{user}/sessions/end |
            write | DELETE /users/{user}/sessions/{id} |
            make | POST /tokens | {"user":"hanako"}
            write | POST /tokens/refresh | {"refresh_token":"none"}
            read | POST /tokens/verify | {"access_token":"none"}
            write | POST /tokens/revoke | {"refresh_token":"none"}
            write | POST /users/{user}/tokens/revoke |
            open | GET /.well-known/jwks.json |
            open | GET /.well-known/oauth-authorization-server |
            read | POST /oauth/introspect | token=none
            write | POST /oauth/revoke | token=none
            make | POST /links | {"user":"hanako","url":"https://files.example.com/a"}
            read | POST /links/resolve | {"token":"none"}
            write | POST /links/delete | {"user":"hanako","token":"none"}
            read | GET /users/{user}/links |
            write | POST /limits/check | {"limit":"any","id":"a","rule":{"limit":5,"window":60}}
            write | POST /limits/check-all | {"checks":[{"limit":"any","id":"a","rule":{"limit":5,"window":60}}]}
            make | POST /once | {"kind":"email","id":"b","life":60}
            write | POST /once/take | {"kind":"email","id":"a","code":"123456"}
            write | POST /once/forget | {"kind":"email","id":"a"}
            make | POST /once/claim | {"kind":"hook","id":"a","life":60}
            make | POST /locks/acquire | {"name":"nightly","life":60}
            write | POST /locks/extend | {"name":"nightly","owner":"none","life":60}
            write | POST /locks/release | {"name":"nightly","owner":"none"}
            read | POST /cache/get | {"id":"a"}
            make | POST /cache/fill | {"id":"a","lease":"none","value":"x","life":60}
            write | POST /cache/release | {"id":"a","lease":"none"}
            write | POST /cache/invalidate | {"id":"a"}
            read | GET /counters/{id} |
            make | POST /counters/{id}/add |
            make | POST /counters/{id}/visit | {"visitor":"a"}
            write | DELETE /counters/{id} |
            read | GET /likes/{id} |
            read | POST /likes/{id}/check | {"visitor":"a"}
            make | POST /likes/{id}/like | {"visitor":"b"}
            write | POST /likes/{id}/unlike | {"visitor":"a"}
            make | POST /likes/{id}/toggle | {"visitor":"a"}
            write | DELETE /likes/{id} |
            read | GET /rankings/{kind}/{id} |
            make | POST /rankings/{kind}/{id}/submit | {"name":"b","score":2}
            read | GET /rankings/{kind}/{id}/names/{name} |
            write | DELETE /rankings/{kind}/{id}/names/{name} |
            write | DELETE /rankings/{kind}/{id} |
            make | POST /boards/{id}/messages | {"author":"a","text":"b"}
            read | GET /boards/{id}/messages |
            read | GET /boards/{id}/messages/{message} |
            write | POST /boards/{id}/messages/{message}/edit | {"text":"b"}
            write | DELETE /boards/{id}/messages/{message} |
            write | DELETE /boards/{id} |
            """;

    private static final String APP = "/v1/apps/{app}";
    /** Routes that do not lie below an app: its public metadata, and the feed, which RevocationRoutesTest calls without the right. */
    private static final Set<String> ELSEWHERE =
            Set.of("GET /.well-known/oauth-authorization-server/v1/apps/{app}", "GET /v1/revocations");

    private final HeldClock clock = HeldClock.start();
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final AppsSite site = new AppsSite(store, clock);
    private final Program shop =
            site.app("shop", "{\"tokens\":{\"issuer\":\"https://auth.example.org/v1/apps/shop\"}}");
    private final Program blog = site.app("blog", "");

    @AfterEach
    void stop() {
        site.close();
    }

    /** @param right read, write, make or open */
    private record Row(String right, String method, String pattern, String body) {
        static Row of(String line) {
            String[] parts = line.split(" \\| ?", 3);
            String[] route = parts[1].split(" ");
            return new Row(parts[0], route[0], route[1], parts[2]);
        }

        boolean changes() {
            return right.equals("write") || right.equals("make");
        }

        Answer by(Program program, String... headers) throws Exception {
            String path = pattern.replaceAll("\\{[a-z]+}", "a");
            return body.startsWith("token=") ? program.form(path, body) : program.send(method, path, body, headers);
        }

        /** With this lease, where it takes one. */
        Row leased(String lease) {
            return pattern.equals("/cache/fill") ? new Row(right, method, pattern, body.replace("none", lease)) : this;
        }
    }

    private static List<Row> rows() {
        return ROWS.lines().map(Row::of).toList();
    }

    private Set<String> declared() {
        return new AppsSystem()
                .modules(site.host()).stream()
                        .flatMap(module -> Routes.of(module).stream())
                        .map(route -> route.method() + " " + route.pattern())
                        .filter(route -> !ELSEWHERE.contains(route))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyDeclaredRouteHasARow() {
        assertThat(rows().stream().map(row -> row.method() + " " + APP + row.pattern()))
                .containsExactlyInAnyOrderElementsOf(declared());
    }

    /** What a call may find: some of everything that the rows speak of. */
    private void furnish() throws Exception {
        for (String made : List.of(
                "/sessions|{\"user\":\"a\"}",
                "/tokens|{\"user\":\"a\"}",
                "/links|{\"user\":\"a\",\"url\":\"https://files.example.com/a\"}",
                "/once|{\"kind\":\"email\",\"id\":\"a\",\"code\":\"123456\",\"life\":86400}",
                "/counters/a/add|{}",
                "/likes/a/like|{\"visitor\":\"a\"}",
                "/rankings/a/a/submit|{\"name\":\"a\",\"score\":1}",
                "/boards/a/messages|{\"author\":\"a\",\"text\":\"a\"}")) {
            String[] parts = made.split("\\|");
            assertThat(shop.post(parts[0], parts[1]).status()).isIn(200, 201);
        }
    }

    @Test
    void aCallWithoutTheRightIsRefusedAndChangesNothing() throws Exception {
        furnish();
        Map<String, Object> before = contents();
        Set<Permission> all = EnumSet.of(Permission.READ, Permission.WRITE);
        Program nobody = site.program("shop", "");
        Program wrong = site.program("shop", "yrz_shop_" + "A".repeat(43));
        Program other = site.program("shop", blog.secret());
        Program elsewhere = site.program("shop", site.secret("elsewhere", all, "app/shop:elsewhere"));
        Program wide = site.program("shop", site.secret("wide", all, "apps:*", "shop:*", "users:*", "app/shop2:*"));
        Program reader = site.program("shop", site.secret("reader", Set.of(Permission.READ), "app/shop:*"));
        for (Row row : rows()) {
            if (row.right().equals("open")) {
                assertThat(row.by(nobody).status()).as(row.toString()).isEqualTo(200);
                continue;
            }
            clock.advance(Duration.ofMillis(1));
            refused(row, nobody, 401);
            refused(row, wrong, 401);
            refused(row, other, 403);
            refused(row, elsewhere, 403);
            refused(row, wide, 403);
            if (row.changes()) {
                refused(row, reader, 403);
            }
            // Wrong secrets are counted by address, whoever they belong to.
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(contents()).isEqualTo(before);
    }

    private static void refused(Row row, Program program, int status) throws Exception {
        Answer answer = row.by(program);
        assertThat(answer.status()).as(row + " " + answer.response().body()).isEqualTo(status);
        Written.text(answer.response().body() + answer.response().headers());
        if (!program.secret().isEmpty()) {
            assertThat(answer.response().body()).doesNotContain(program.secret());
        }
    }

    /** So that the refusals above are those of the rights: with all of them every row is understood. */
    @Test
    void aCallWithTheRightIsAnswered() throws Exception {
        furnish();
        Program reader = site.program("shop", site.secret("reader", Set.of(Permission.READ), "app/shop:*"));
        for (Row row : rows()) {
            Answer answer = row.by(row.right().equals("read") ? reader : shop);
            assertThat(answer.status()).as(row.toString()).isNotIn(400, 403, 405, 415, 429, 500, 503);
            assertThat(answer.response().body()).doesNotContain("urn:yorozu:problem:credential");
        }
    }

    @Test
    void aReaderChangesNothing() throws Exception {
        furnish();
        String session = shop.post("/sessions", "{\"user\":\"a\"}").text("session");
        Program reader = site.program("shop", site.secret("reader", Set.of(Permission.READ), "app/shop:*"));
        clock.advance(Duration.ofHours(1));
        Map<String, Object> before = contents();
        for (Row row : rows()) {
            if (row.right().equals("read")) {
                row.by(reader);
            }
        }
        String check = "{\"session\":\"%s\",\"renew\":true}".formatted(session);
        assertThat(reader.post("/sessions/check", check).json().path("active").asBoolean())
                .isTrue();
        assertThat(reader.post("/cache/get", "{\"id\":\"a\"}").response().body())
                .isEqualTo("{\"found\":false}");
        assertThat(contents()).isEqualTo(before);
        shop.post("/sessions/check", check).is(200);
        assertThat(contents()).isNotEqualTo(before);
    }

    /** Of one credential for one app: another's same key is another key. */
    @Test
    void whatIsMadeIsMadeOnceForAKeyAndNothingElseTakesOne() throws Exception {
        furnish();
        Set<Permission> all = EnumSet.of(Permission.READ, Permission.WRITE);
        String both = site.secret("both", all, "app/shop:*", "app/blog:*");
        String lease = shop.post("/cache/get", "{\"id\":\"a\"}").text("lease");
        int number = 0;
        for (Row each : rows()) {
            Row row = each.leased(lease);
            String[] key = {"Idempotency-Key", "key-" + number++};
            Answer first = row.by(shop, key);
            assertThat(first.header("Idempotent-Replayed")).isEmpty();
            Map<String, Object> once = contents();
            Answer again = row.by(shop, key);
            if (row.right().equals("make")) {
                assertThat(first.status()).as(row.toString()).isIn(200, 201);
                assertThat(again.header("Idempotent-Replayed"))
                        .as(row.toString())
                        .isEqualTo("true");
                assertThat(again.status()).isEqualTo(first.status());
                assertThat(again.response().body()).isEqualTo(first.response().body());
                assertThat(contents()).as(row.toString()).isEqualTo(once);
                assertThat(row.by(site.program("shop", both), key).header("Idempotent-Replayed"))
                        .isEmpty();
                assertThat(row.by(site.program("blog", both), key).header("Idempotent-Replayed"))
                        .isEmpty();
                assertThat(contents().toString()).doesNotContain(key[1]);
            } else {
                assertThat(again.header("Idempotent-Replayed"))
                        .as(row.toString())
                        .isEmpty();
            }
        }
    }

    /** These secrets are for servers: no page of another origin may send them, or read what is answered. */
    @Test
    void noPageOfAnotherOriginIsAllowedAnything() throws Exception {
        String[] origin = {"Origin", "https://elsewhere.example", "Access-Control-Request-Method", "POST"};
        for (Row row : rows()) {
            String path = row.pattern().replaceAll("\\{[a-z]+}", "a");
            for (Answer answer : List.of(row.by(shop, origin), shop.send("OPTIONS", path, "", origin))) {
                assertThat(answer.response().headers().map().keySet())
                        .as(row.toString())
                        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
            }
        }
    }

    private Map<String, Object> contents() {
        Map<String, Object> contents = new TreeMap<>();
        for (Scan.Page page : Scan.of("app:", 500).pages(store)) {
            for (Key key : page.keys()) {
                store.type(key)
                        .ifPresent(type -> contents.put(
                                key.name(),
                                switch (type) {
                                    case STRING -> store.get(key);
                                    case SET -> store.members(key);
                                    case RANK -> store.ranks(key, Order.RISING, 0, -1);
                                    case LIST -> store.slice(key, 0, -1);
                                    case HASH -> store.fields(key);
                                }));
            }
        }
        return contents;
    }
}
