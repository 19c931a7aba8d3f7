package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Role;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.server.systems.tokens.TokensSystem;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.ledger.Logins;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands about tokens, with a server that runs there and without. */
class TokenCommandsTest {
    private static final InstantSource CLOCK = InstantSource.system();

    @TempDir
    Path directory;

    private String user = "";
    private final List<Issued> pairs = new ArrayList<>();
    /** The access token of the first login. */
    private String access = "";
    /** The refresh token that the second login spent. */
    private String spent = "";

    private Path data() {
        return directory.resolve("data");
    }

    private Settings settings() {
        return new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .flag("data", "--data", data().toString())
                .read();
    }

    @BeforeEach
    void fill() throws Exception {
        Files.createDirectories(data());
        RandomTokens random = RandomTokens.secure();
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(settings(), CLOCK);
                Store store = RocksStore.open(data().resolve("store"))) {
            Logins logins = new TokensSystem()
                    .tokens(new Host(
                            Systems.ALL,
                            settings(),
                            store,
                            onDemand,
                            Census.alone(store, Keyspace.schema(), CLOCK),
                            () -> new Metrics("test"),
                            data(),
                            random,
                            CLOCK))
                    .flatMap(SystemTokens::logins)
                    .orElseThrow();
            Directory accounts = onDemand.get();
            Account account = account(accounts);
            user = Long.toString(account.id());
            Claims claims = new Claims(user, Document.empty());
            for (String name : List.of("Kitchen", "Phone", "Office")) {
                Device device = accounts.remember(account.id(), sighting(name))
                        .orElseThrow()
                        .device();
                Document attributes = Document.empty()
                        .with("DevicePublicId", device.publicId().toString());
                pairs.add(logins.issue(user, attributes, claims));
            }
            access = pairs.getFirst().accessToken();
            spent = pairs.get(1).refreshToken();
            RefreshTokens rotating = new RefreshTokens(store, logins.lineage());
            pairs.set(
                    1,
                    ((Rotation.Rotated) rotating.rotate(rotating.present(spent).orElseThrow(), claims)).issued());
        }
        pairs.forEach(pair -> Written.secret(pair.refreshToken()));
        Written.secret(access);
    }

    private static Account account(Directory accounts) {
        NewAccount hana = new NewAccount("hana", "Hana", "hana@example.com", "no password", Set.of(Role.USER));
        return ((AccountCreation.Created) accounts.create(hana)).account();
    }

    private static DeviceSighting sighting(String name) throws Exception {
        return new DeviceSighting(
                DeviceType.BROWSER,
                OperatingSystem.LINUX,
                name,
                "Firefox",
                "",
                "",
                "",
                MaskedAddress.of(InetAddress.getByName("192.0.2.7")));
    }

    private Ended ask(String... arguments) {
        return askWith("", arguments);
    }

    private Ended askWith(String input, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", data().toString()));
        Ended ended = Commands.runWith(input, all.toArray(String[]::new));
        Written.text(ended.out() + ended.err());
        return ended;
    }

    private Ended inspect(String token) {
        return askWith(token + "\n", "token", "inspect", "--format", "json");
    }

    private static String finding(Ended ended) {
        return json(ended).required("finding").stringValue();
    }

    private static JsonNode json(Ended ended) {
        return JsonMapper.shared().readTree(ended.out());
    }

    private String family(int login) {
        return pairs.get(login).login().id();
    }

    @Test
    void answersAreTheSameWhetherTheServerRunsOrNot() throws Exception {
        List<String[]> questions = List.of(
                new String[] {"user", "hana", "tokens", "--format", "json"},
                new String[] {"user", "HANA@example.com", "tokens", "--format", "json"},
                new String[] {"user", user, "tokens", "--format", "json"},
                new String[] {"user", "nobody", "tokens"},
                new String[] {"user", "4711", "tokens"},
                new String[] {"user", "nobody", "invalidate-before", "1h"},
                new String[] {"user", "hana", "revoke", "--system", "tokens", "--except", "0123456789abcdef"});
        List<String> tokens = List.of(access, pairs.getFirst().refreshToken(), spent, "0".repeat(32), "a.b.c");
        List<Ended> stopped = new ArrayList<>(questions.stream().map(this::ask).toList());
        tokens.forEach(token -> stopped.add(inspect(token)));
        try (Program.Serving server = Program.Serving.start(directory, "--data", data().toString())) {
            List<Ended> running =
                    new ArrayList<>(questions.stream().map(this::ask).toList());
            tokens.forEach(token -> running.add(inspect(token)));
            assertThat(running).isEqualTo(stopped);
            assertTokensAreRevokedByTheirIds();
            String key = ask("token", "new-key").out();
            assertThat(key).startsWith("Signing with the new key ");
            String second = pairs.get(1).login().id();
            assertThat(ask("user", "hana", "revoke", second).out()).isEqualTo("Ended the one of tokens\n");
            assertThat(ask("user", "hana", "revoke").out()).isEqualTo("Ended 2 sessions\n");
            assertThat(finding(inspect(access))).isEqualTo("blacklisted");
            assertThat(server.log()).doesNotContain(access, spent);
        }
    }

    @Test
    void aTokenIsRevokedByItsIdAlone() {
        assertTokensAreRevokedByTheirIds();
    }

    private void assertTokensAreRevokedByTheirIds() {
        String id = pairs.getFirst().login().access().getLast().id();
        assertThat(ask("token", "revoked", id)).isEqualTo(new Ended(1, "Not revoked by its id\n", ""));
        assertThat(inspect(access).status()).isZero();
        Ended revoked = ask("token", "revoke", id);
        assertThat(revoked.status()).isZero();
        assertThat(revoked.out()).startsWith("Revoked until ");
        JsonNode found = json(ask("token", "revoked", id, "--json"));
        assertThat(found.required("revoked").booleanValue()).isTrue();
        Instant until = Instant.parse(found.required("until").stringValue());
        assertThat(until)
                .isAfter(pairs.getFirst().login().access().getLast().endsAt())
                .isBefore(CLOCK.instant().plus(Duration.ofHours(1)));
        assertThat(finding(inspect(access))).isEqualTo("blacklisted");
        assertThat(ask("keys", "get", "blacklist:" + id).status()).isZero();

        assertThat(ask("token", "revoke", "of-a-user", "--system", "users").status())
                .isZero();
        assertThat(ask("keys", "get", "blacklist:access:of-a-user").status()).isZero();
        assertThat(ask("token", "revoke", "a b").err()).startsWith("No token of tokens can have this id");
        assertThat(ask("token", "revoke", id, "--system", "nowhere").status()).isEqualTo(1);
        assertThat(ask("audit", "--kind", "token", "--json").out())
                .contains("\"system\":\"users\",\"action\":\"blacklist\"", "\"subject\":\"" + id + "\"");
    }

    @Test
    void whatSomebodyDidIsFoundByEveryNameTheyHave() {
        assertThat(ask("user", "hana", "revoke", "--except", family(0)).out()).isEqualTo("Ended 2 sessions\n");
        String all = ask("audit", "--user", user, "--json").out();
        assertThat(all).contains("\"action\":\"revoke-all\"");
        String uuid = JsonMapper.shared()
                .readTree(ask("user", "hana", "show", "--json").out())
                .required("uuid")
                .stringValue();
        for (String name : List.of("hana", "HANA@example.com", uuid)) {
            assertThat(ask("audit", "--user", name, "--json").out()).as(name).isEqualTo(all);
        }
        assertThat(ask("audit", "--user", "taro", "--json").out()).isEmpty();
    }

    @Test
    void loginsAreListedWithTheirDevicesAndWithoutTokens() {
        Ended table = ask("user", "hana", "tokens");
        assertThat(table.out()).contains("LOGIN", "DEVICE", "REFRESH LIFE", "Kitchen", "Phone", "Office", "29d 23h");
        for (int i = 0; i < pairs.size(); i++) {
            assertThat(table.out())
                    .contains(family(i), pairs.get(i).login().access().getLast().id())
                    .doesNotContain(pairs.get(i).refreshToken());
        }
        assertThat(table.out()).doesNotContain(spent);
        assertThat(ask("user", "4711", "tokens").status()).isEqualTo(1);
        Ended unknown = ask("user", "nobody", "tokens");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.err()).contains("There is no user nobody");
    }

    @Test
    void revokingKeepsTheOneThatIsNamed() {
        Ended refused = ask("user", "hana", "revoke", "--except", "0123456789abcdef");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("none was ended");
        assertThat(ask("user", "hana", "revoke", "--except", family(0)).out()).isEqualTo("Ended 2 sessions\n");
        assertThat(inspect(access).status()).isZero();
        assertThat(inspect(pairs.get(1).refreshToken()).status()).isEqualTo(1);
        assertThat(json(ask("user", "hana", "tokens", "--format", "json")).required("logins"))
                .singleElement()
                .satisfies(
                        login -> assertThat(login.required("id").stringValue()).isEqualTo(family(0)));
        assertThat(ask("user", "hana", "revoke", "--system", "tokens").out()).isEqualTo("Ended 1 session\n");
        assertThat(ask("audit", "--kind", "token", "--user", user, "--json").out())
                .contains("\"action\":\"revoke-all\"", "\"client\":\"operator\"");
    }

    @Test
    void timesToInvalidateBeforeComeInSeveralForms() {
        for (String time : List.of("2h", "2020-01-01", "2020-01-01T00:00:00Z", "1577836800")) {
            Ended done = ask("user", "hana", "invalidate-before", time);
            assertThat(done.out()).startsWith("Nothing issued before ").endsWith("ended 0 logins\n");
        }
        long later = CLOCK.instant().getEpochSecond() + 60;
        for (String wrong : List.of("yesterday", Long.toString(later), "2999-01-01")) {
            assertThat(ask("user", "hana", "invalidate-before", wrong).status()).isEqualTo(2);
        }
        Instant issued = pairs.getLast().login().issuedAt();
        while (CLOCK.instant().getEpochSecond() <= issued.getEpochSecond()) {
            Thread.onSpinWait();
        }
        Ended all = ask("user", "hana@example.com", "invalidate-before", "0s");
        assertThat(all.out()).endsWith("ended 3 logins\n");
        assertThat(inspect(access).status()).isEqualTo(1);
    }

    @Test
    void inspectionSaysWhoseATokenIsAndWhy() {
        Ended live = askWith(access, "token", "inspect");
        assertThat(live.status()).isZero();
        assertThat(live.out())
                .contains("Access token: live", user + " (hana)", family(0), "Kitchen")
                .doesNotContain(access);
        assertThat(askWith(pairs.get(2).refreshToken(), "token", "inspect").out())
                .contains("Refresh token: live", "Office", "in 29d 23h");
        Ended replaced = inspect(spent);
        assertThat(replaced.status()).isEqualTo(1);
        assertThat(finding(replaced)).isEqualTo("replaced");
        assertThat(json(replaced).required("device").stringValue()).isEqualTo("Phone");
        assertThat(finding(inspect("0".repeat(32)))).isEqualTo("no_such_token");
        assertThat(finding(inspect("nonsense"))).isEqualTo("no_token");
        int signature = access.lastIndexOf('.') + 1;
        String forged = access.substring(0, signature)
                + (access.charAt(signature) == 'A' ? 'B' : 'A')
                + access.substring(signature + 1);
        assertThat(finding(inspect(forged))).isEqualTo("wrong_signature");
        assertThat(json(inspect(forged)).has("user")).isFalse();
    }

    @Test
    void aTokenAmongTheArgumentsIsRefusedAndNotRepeated() {
        for (String token : List.of(access, pairs.getFirst().refreshToken())) {
            Ended refused = ask("token", "inspect", token);
            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err().lines()).hasSize(1);
            assertThat(refused.err()).contains("standard input").doesNotContain(token);
        }
        assertThat(askWith("  \n", "token", "inspect").status()).isEqualTo(2);
    }

    @Test
    void aNewKeySignsAndTheOldOneIsStillAccepted() {
        Ended made = ask("token", "new-key");
        assertThat(made.status()).isZero();
        assertThat(inspect(access).status()).isZero();
        assertThat(ask("audit", "--kind", "token", "--json").out()).contains("\"action\":\"new-key\"");
    }
}
