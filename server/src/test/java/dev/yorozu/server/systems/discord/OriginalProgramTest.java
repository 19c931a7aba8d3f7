package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.doors.upstash.NodeProgram;
import dev.yorozu.server.doors.upstash.UpstashModule;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A program of the kind that this system replaces, by the door for Upstash clients, beside the system and on its data. */
class OriginalProgramTest {
    private static final String USER = "80351110224678912";
    private static final String SID = "o".repeat(32);
    private static final List<String> KEYS =
            List.of("sess:*", "user:*", "discord:auth:*", "receive:token:*", "lock:sess:*");

    private final DiscordStandIn discord = new DiscordStandIn();
    private final Store store = new MemoryStore();
    private final Map<String, String> flags = new HashMap<>(discord.settings());
    private final TestHost host;
    private final RunningServer server;
    private final String writing;
    private final String reading;

    OriginalProgramTest() {
        flags.put("systems.discord.receive.key", TestSite.RECEIVE_KEY);
        flags.put("doors.upstash.enabled", "on");
        host = TestHost.of(store, flags, InstantSource.system());
        server = new RunningServer(
                store,
                flags,
                Stream.concat(new DiscordSystem().modules(host).stream(), UpstashModule.of(host).stream())
                        .toArray(HttpModule[]::new));
        writing = secret("original", EnumSet.of(Permission.READ, Permission.WRITE));
        reading = secret("reading", EnumSet.of(Permission.READ));
    }

    @AfterEach
    void close() {
        server.close();
        host.close();
        discord.close();
    }

    private String secret(String name, Set<Permission> permissions) {
        Credentials credentials = new Credentials(store, RandomTokens.secure(), InstantSource.system());
        return ((Credentials.Creation.Created) credentials.create(name, new Rights(KEYS, permissions)))
                .secret()
                .text();
    }

    private Browser browser() {
        return new Browser(server.server().url());
    }

    /** Has the program make these calls, with its variables as it documents them. */
    private List<String> program(List<?>... calls) throws Exception {
        return program("KV_REST_API_TOKEN", writing, calls);
    }

    private List<String> program(String variable, String token, List<?>... calls) throws Exception {
        return NodeProgram.run(
                OriginalProgramTest.class,
                "original.mjs",
                Map.of(
                        "KV_REST_API_URL",
                        server.uri("/upstash").toString(),
                        variable,
                        token,
                        "CALLS",
                        JsonMapper.shared().writeValueAsString(calls)));
    }

    private static Map<String, Object> session() {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("uid", USER);
        session.put("name", "nelly");
        session.put("avatar", "8342729096ea3675442027381ff50dfe");
        session.put("access_token", "access");
        session.put("refresh_token", "refresh");
        session.put("scope", "identify guilds");
        session.put("token_type", "Bearer");
        long now = System.currentTimeMillis();
        session.put("access_expires_at", now + 604_800_000L);
        session.put("created_at", now);
        session.put("last_seen_at", now);
        session.put("ver", 1);
        return session;
    }

    private static Map<String, Object> signIn() {
        Map<String, Object> signIn = new LinkedHashMap<>();
        signIn.put("verifier", "v");
        signIn.put("loginContext", "browser");
        return signIn;
    }

    /** What is kept: patterns of names, types, lives to the minute, and the fields of objects. */
    private Set<String> kept() {
        Set<String> kept = new TreeSet<>();
        for (Scan.Page page : Scan.of("", 100).pages(store)) {
            for (Key key : page.keys()) {
                String pattern = Keyspace.schema().key(key.name()).toString();
                if (KEYS.stream().anyMatch(each -> key.name().startsWith(each.substring(0, each.length() - 1)))) {
                    kept.add(pattern + " " + store.type(key).orElseThrow() + " " + minutes(key) + " " + fields(key));
                }
            }
        }
        return kept;
    }

    private long minutes(Key key) {
        Life.Ends life = (Life.Ends) store.remaining(key).orElseThrow();
        return life.left().plusSeconds(59).toMinutes();
    }

    private String fields(Key key) {
        return store.type(key).filter(ValueType.STRING::equals).isPresent()
                ? store.get(key)
                        .map(Bytes::text)
                        .flatMap(Document::parse)
                        .map(object -> String.valueOf(object.names()))
                        .orElse("")
                : "";
    }

    @Test
    void theProgramLeavesTheKeysThatTheSystemLeaves() throws Exception {
        Browser browser = browser();
        browser.signIn(USER);
        browser.start("");
        String free = link(browser).text("shortToken").orElseThrow();
        Set<String> system = kept();
        for (Scan.Page page : Scan.of("", 100).pages(store)) {
            page.keys().stream()
                    .filter(key -> !key.name().startsWith("yorozu:"))
                    .forEach(key -> store.apply(Batch.builder().delete(key)));
        }
        assertThat(program(
                        List.of("saveSession", SID, session()),
                        List.of("saveDiscordAuthState", "s".repeat(43), signIn()),
                        List.of("storeShortToken", List.of(free), "v1.iv.cipher", 604_800)))
                .containsExactly("null", "\"OK\"", "\"" + free + "\"");

        assertThat(kept()).isEqualTo(system).hasSize(4);
    }

    @Test
    void bothWorkOnTheSameData() throws Exception {
        Browser system = browser();
        String sid = system.signIn(USER);
        String state = browser().start("");
        Document link = link(system);
        String token = link.text("token").orElseThrow();
        String taken = link.text("shortToken").orElseThrow();
        String free = (taken.startsWith("A") ? "B" : "A") + taken.substring(1);
        List<String> answers = program(
                List.of("saveSession", SID, session()),
                List.of("getSession", sid),
                List.of("touchSession", sid, 1_800_000_000_000L),
                List.of("lockSession", SID),
                List.of("lockSession", SID),
                List.of("consumeDiscordAuthState", state),
                List.of("consumeDiscordAuthState", state),
                List.of("resolveShortToken", taken),
                List.of("storeShortToken", List.of(taken, free), token, 600));

        assertThat(answers.get(1)).contains("\"uid\":\"" + USER + "\"", "\"refresh_token\"");
        assertThat(answers.subList(3, 5)).containsExactly("\"OK\"", "null");
        assertThat(answers.get(5)).contains("\"verifier\"");
        assertThat(answers.subList(6, 9)).containsExactly("null", "\"" + token + "\"", "\"" + free + "\"");
        assertThat(browser().callback(state, USER).status()).isGreaterThanOrEqualTo(400);
        assertThat(system.me().status()).isEqualTo(200);
        Browser original = browser().with("sid", SID);
        assertThat(original.me().body()).contains(USER);
        assertThat(browser().get(Browser.API + "/receive/resolve?t=" + free).status())
                .isEqualTo(200);

        original.logout("");
        assertThat(program(List.of("getSession", SID), List.of("deleteSession", sid)))
                .containsExactly("null", "null");
        assertThat(system.me().status()).isEqualTo(401);
        system.signIn(USER);
        assertThat(program(List.of("deleteAllSessions", USER))).containsExactly("1");
        assertThat(system.me().status()).isEqualTo(401);
    }

    @Test
    void aReadOnlyTokenReadsAndNoMore() throws Exception {
        String sid = browser().signIn(USER);
        List<String> answers = program(
                "KV_REST_API_READ_ONLY_TOKEN",
                reading,
                List.of("getSession", sid),
                List.of("saveSession", SID, session()),
                List.of("lockSession", sid));

        assertThat(answers.getFirst()).contains("\"uid\":\"" + USER + "\"");
        assertThat(answers.subList(1, 3)).allMatch(answer -> answer.contains("NOPERM "));
        assertThat(store.type(Key.of("sess:" + SID))).isEmpty();
    }

    private static Document link(Browser maker) throws Exception {
        return maker.post(
                        Browser.API + "/receive/token",
                        "{\"csrf\":\"" + maker.csrf() + "\",\"url\":\"https://a.blob.vercel-storage.com/f\"}")
                .json();
    }
}
