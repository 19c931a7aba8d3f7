package dev.yorozu.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.operate.transport.HttpOperations;
import dev.yorozu.server.operate.users.SessionOperations;
import dev.yorozu.server.operate.users.SessionOperations.EndRequest;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsolePagesTest {
    private static final String RECORD = "{\"service\":\"counter\",\"id\":\"example-100680ad\","
            + "\"url\":\"https://example.com/<b>\",\"created\":\"2026-01-01T00:00:00.000Z\",\"lastVisit\":null,"
            + "\"totalCount\":7,\"settings\":{},\"owner\":\"a-hash-of-a-token\"}";

    private static final String USER = "80351110224678912";
    private static final Pattern OLDER = Pattern.compile("id=\"older\" href=\"([^\"]+)\"");

    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private ConsoleUnderTest console;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private String cookie;

    @BeforeEach
    void start() throws Exception {
        console = new ConsoleUnderTest(directory);
        cookie = console.signIn();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private void happened(Kind kind, String action, String user, String subject) {
        Event event = Event.of(console.clock().instant(), kind, "discord", action);
        console.audit().append(event.by(Optional.of(user)).about(subject, subject));
    }

    private String page(String path) throws Exception {
        HttpResponse<String> response = console.get(path, cookie);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private List<String> exported(String query) throws Exception {
        return page("/console/audit.jsonl" + query).lines().toList();
    }

    /** What another version wrote, and this one has no word for, is shown as it was written. */
    @Test
    void actionsAreToldInTheReadersLanguage() throws Exception {
        happened(Kind.LINK, "issue", USER, "one…");
        happened(Kind.SESSION, "revoke-others", USER, "two…");
        happened(Kind.SESSION, "of-another-version", USER, "three…");

        assertThat(page("/console?lang=ja"))
                .contains(">発行</strong>", "title=\"issue\"", ">ほかをすべて終了</strong>", ">of-another-version</strong>")
                .doesNotContain(">issue<", ">revoke-others<");
        assertThat(page("/console?lang=en")).contains(">Issued</strong>", ">Ended all others</strong>");
    }

    @Test
    void eventsAreListedAndFilteredByKindUserAndAge() throws Exception {
        happened(Kind.LINK, "issue", USER, "old1…");
        console.clock().advance(Duration.ofDays(2));
        cookie = console.signIn();
        happened(Kind.LINK, "issue", USER, "new1…");
        happened(Kind.LINK, "resolve", "another", "new2…");
        happened(Kind.SESSION, "sign-in", USER, "new3…");

        assertThat(page("/console")).contains("old1…", "new1…", "new2…", "new3…", "datetime=\"2026-03-01T12:00:00Z\"");
        assertThat(page("/console?kind=link&user=&since="))
                .contains("old1…", "new1…", "new2…")
                .doesNotContain("new3…");
        assertThat(page("/console?user=" + USER))
                .contains("old1…", "new1…", "new3…")
                .doesNotContain("new2…");
        assertThat(page("/console?kind=link&user=" + USER + "&since=1d"))
                .contains("new1…", "/console/audit.jsonl?kind=link&amp;user=" + USER + "&amp;since=1d")
                .doesNotContain("old1…", "new2…", "new3…");
        assertThat(exported("?kind=link&user=" + USER + "&since=1d"))
                .singleElement()
                .asString()
                .contains("\"action\":\"issue\"", "\"subject\":\"new1…\"");
        assertThat(exported("")).hasSize(4);
        assertThat(console.get("/console?kind=made-up", cookie).statusCode()).isEqualTo(400);
        assertThat(console.get("/console?since=2h", cookie).statusCode()).isEqualTo(400);
        assertThat(console.get("/console?cursor=made-up", cookie).statusCode()).isEqualTo(400);
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() throws Exception {
        int events = AuditPages.ROWS + 10;
        for (int i = 0; i < events; i++) {
            console.clock().advance(Duration.ofSeconds(1));
            happened(Kind.LINK, "issue", USER, "subject-%02d".formatted(i));
        }
        String first = page("/console?kind=link");
        Matcher older = OLDER.matcher(first);
        assertThat(older.find()).isTrue();
        String second = page(older.group(1).replace("&amp;", "&"));
        for (int i = 0; i < events; i++) {
            String subject = "subject-%02d".formatted(i);
            assertThat(first.contains(subject)).isNotEqualTo(second.contains(subject));
        }
        assertThat(first).contains("subject-59").doesNotContain("id=\"newest\"");
        assertThat(second).contains("subject-00", "id=\"newest\"").doesNotContain("id=\"older\"");
        assertThat(exported("")).hasSize(events);
    }

    @Test
    void markupInValuesStaysText() throws Exception {
        String markup = "<script>\"'&";
        happened(Kind.LINK, markup, markup, markup);
        String encoded = "%3Cscript%3E%22%27%26";
        for (String path : List.of("/console", "/console?user=" + encoded, "/console/sessions?user=" + encoded)) {
            assertThat(page(path)).contains("&lt;script").doesNotContain("<script");
        }
    }

    @Test
    void anOperatorEndsOneSessionAndThenAllAndItIsWrittenDown() throws Exception {
        Session first = console.signedIn("discord", USER);
        console.clock().advance(Duration.ofMinutes(1));
        Session second = console.signedIn("discord", USER);
        Session third = console.signedIn("discord", USER);

        String listed = page("/console/sessions?user=" + USER);
        for (Session session : List.of(first, second, third)) {
            assertThat(listed)
                    .contains(session.publicId())
                    .doesNotContain(session.sid().orElseThrow());
        }

        Map<String, String> one =
                Map.of("csrf", console.csrf(cookie), "user", USER, "system", "discord", "session", first.publicId());
        HttpResponse<String> ended = console.post("/console/sessions/end", cookie, one);
        assertThat(ended.statusCode()).isEqualTo(303);
        assertThat(ended.headers().firstValue("Location")).hasValue("/console/sessions?user=" + USER + "&notice=ended");
        assertThat(console.lives("discord", first)).isFalse();
        assertThat(console.lives("discord", second)).isTrue();
        assertThat(console.post("/console/sessions/end", cookie, one)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("notice=notEnded");

        Map<String, String> all = Map.of("csrf", console.csrf(cookie), "user", USER);
        assertThat(console.post("/console/sessions/end-all", cookie, all)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("notice=endedAll");
        assertThat(console.lives("discord", second) || console.lives("discord", third))
                .isFalse();

        List<Event> written = console.audit().page(Query.ALL, "", 10).events();
        assertThat(written).extracting(Event::action).containsExactly("revoke", "revoke");
        assertThat(written).extracting(Event::subject).containsExactlyInAnyOrder("all", first.publicId());
        assertThat(written).extracting(Event::client).containsOnly(Optional.of("operator"));
    }

    @Test
    void nothingChangesWithoutTheFormOfAnOpenPage() throws Exception {
        Session session = console.signedIn("discord", USER);
        String right = console.csrf(cookie);
        String own = console.server().server().url().toString();
        String othersCsrf = console.csrf(console.signIn());
        for (String path : List.of("sessions/end", "sessions/end-all", "statistics", "sign-out")) {
            for (String wrong : List.of("", "made-up", othersCsrf)) {
                assertThat(end(path, own, session, wrong)).isEqualTo(403);
            }
            for (String foreign : List.of("", "null", "https://evil.example")) {
                assertThat(end(path, foreign, session, right)).isEqualTo(403);
            }
        }
        assertThat(console.lives("discord", session)).isTrue();
        assertThat(console.get("/console/sessions", cookie).statusCode()).isEqualTo(200);
        assertThat(console.audit().page(Query.ALL, "", 10).events()).isEmpty();
    }

    private int end(String path, String origin, Session session, String csrf) throws Exception {
        Map<String, String> fields =
                Map.of("csrf", csrf, "user", USER, "system", "discord", "session", session.publicId());
        return console.post("/console/" + path, cookie, origin, fields).statusCode();
    }

    @Test
    void usersThatNoKeyCanNameHaveNoSessions() throws Exception {
        Map<String, String> fields = Map.of("csrf", console.csrf(cookie), "user", "a:b {c}", "system", "no such");
        assertThat(page("/console/sessions?user=a%3Ab%20%7Bc%7D")).contains("No session of this user lives.");
        for (String path : List.of("/console/sessions/end", "/console/sessions/end-all")) {
            assertThat(console.post(path, cookie, fields).statusCode()).isEqualTo(303);
        }
    }

    @Test
    void damagedFilesAreShownBesideTheNumbers() throws Exception {
        assertThat(page("/console/statistics")).doesNotContain("id=\"damage\"");
        console.damage("000012.sst");
        assertThat(page("/console/statistics")).contains("The store is damaged (000012.sst)", "./yorozu repair");
        assertThat(page("/console/statistics?lang=ja")).contains("壊れています（000012.sst）");
    }

    @Test
    void pagesWithATokenAgainstForgeryAreNotCompressed() throws Exception {
        for (String path : List.of("/console", "/console/sessions", "/console/services", "/console/statistics")) {
            HttpResponse<String> page = console.server()
                    .send(HttpRequest.newBuilder(console.server().uri(path))
                            .header("Cookie", cookie)
                            .header("Accept-Encoding", "gzip")
                            .build());
            assertThat(page.body()).contains("name=\"csrf\"");
            assertThat(page.headers().firstValue("Content-Encoding")).isEmpty();
        }
    }

    @Test
    void damageThatKeepsKeysFromBeingCountedIsToldInWords() throws Exception {
        console.damage("000012.sst");
        HttpResponse<String> page = console.get("/console/statistics", cookie);
        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(page.body())
                .contains(
                        "The keys cannot be counted, because some lie in a damaged file",
                        "./yorozu repair",
                        "000012.sst",
                        "/console/sessions");
        assertThat(console.get("/console/statistics?lang=ja", cookie).body()).contains("集計できません", "./yorozu repair");
    }

    @Test
    void theConsoleIsFoundWithASlashToo() throws Exception {
        HttpResponse<String> page = console.get("/console/", cookie);
        assertThat(page.statusCode()).isEqualTo(308);
        assertThat(page.headers().firstValue("Location")).contains("/console");
    }

    @Test
    void whatGoesWrongOnAPageOfTheConsoleIsAPage() throws Exception {
        HttpResponse<String> page = console.server()
                .send(HttpRequest.newBuilder(console.server().uri("/console/sessions?user=%ff"))
                        .header("Cookie", cookie)
                        .header("Accept", "text/html,*/*;q=0.8")
                        .build());
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body())
                .startsWith("<!doctype html>")
                .contains("This address cannot be read", "href=\"/console\"");

        HttpResponse<String> refused = console.server()
                .send(HttpRequest.newBuilder(console.server().uri("/console/sessions/end?lang=ja"))
                        .header("Cookie", cookie)
                        .header("Accept", "text/html,*/*;q=0.8")
                        .POST(HttpRequest.BodyPublishers.ofString("no form"))
                        .build());
        assertThat(refused.statusCode()).isEqualTo(415);
        assertThat(refused.body()).contains("うまくいきませんでした");
    }

    @Test
    void keysAreShownAsLastCountedUntilTheyAreCountedAnew() throws Exception {
        assertThat(page("/console/statistics")).contains("75.0 %").doesNotContain("sess:{sid}");
        console.signedIn("discord", USER);
        assertThat(page("/console/statistics")).doesNotContain("sess:{sid}");
        HttpResponse<String> counted =
                console.post("/console/statistics", cookie, Map.of("csrf", console.csrf(cookie)));
        assertThat(counted.statusCode()).isEqualTo(303);
        assertThat(page("/console/statistics"))
                .contains("sess:{sid}", "user:{uid}:sessions", "Sessions", "30 d")
                .doesNotContain(USER);
    }

    @Test
    void servicesAreListedCheckedRepairedAndDeleted() throws Exception {
        Key record = NostalgicKeys.COUNTER.service().key("example-100680ad");
        console.store()
                .commit(Batch.builder()
                        .put(record, RECORD, Expiry.never())
                        .put(NostalgicKeys.COUNTER_TOTAL.key("example-100680ad"), "7", Expiry.never())
                        .build());
        assertThat(page("/console/services")).doesNotContain("example-100680ad");
        Map<String, String> form = Map.of("csrf", console.csrf(cookie));
        assertThat(console.post("/console/services/check", cookie, form).body())
                .contains("Something is wrong: 3", "The index does not name the service.", "owner token")
                .doesNotContain("a-hash-of-a-token");
        Map<String, String> fix = Map.of("csrf", console.csrf(cookie), "fix", "true");
        assertThat(console.post("/console/services/check", cookie, fix).body())
                .contains("Repaired: 3", "All is sound.", "https://example.com/&lt;b");
        assertThat(page("/console/services?text=EXAMPLE.com")).contains("counter-example-100680ad");
        assertThat(page("/console/services?lang=ja&text=nobody")).contains("該当するものはありません");

        Map<String, String> delete = Map.of("csrf", console.csrf(cookie), "kind", "counter", "id", "example-100680ad");
        assertThat(console.post("/console/services/delete", cookie, delete).statusCode())
                .isEqualTo(303);
        assertThat(page("/console/services?notice=deleted"))
                .contains("The service was deleted")
                .doesNotContain("example-100680ad");
        assertThat(console.store().type(record)).isEmpty();
    }

    @Test
    void theCommandsEndOneSessionToo() {
        Session session = console.signedIn("discord", USER);
        EndRequest end = new EndRequest(USER, "discord", session.publicId());
        try (HttpOperations remote =
                HttpOperations.connect(console.server().server().url(), AdminToken.of(ConsoleUnderTest.TOKEN))) {
            assertThat(remote.call(SessionOperations.END, end).ended()).isEqualTo(1);
            assertThat(remote.call(SessionOperations.END, end).ended()).isZero();
        }
        assertThat(console.lives("discord", session)).isFalse();
    }

    @Test
    void theConsoleSpeaksJapanese() throws Exception {
        assertThat(page("/console?lang=ja"))
                .contains("監査ログ", "name=\"lang\" value=\"ja\"", "/console/sessions?lang=ja");
        assertThat(page("/console/sessions?lang=ja&user=" + USER)).contains("有効なセッションはありません");
        assertThat(page("/console/statistics?lang=ja")).contains("統計");
    }

    @Test
    void theStartPageLeadsHere() throws Exception {
        assertThat(page("/")).contains("href=\"/console\"");
    }
}
