package dev.yorozu.server.console;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Role;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.credential.Credentials;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.boot.HostedTokens;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.net.AddressRange;
import dev.yorozu.server.operate.AdminModule;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.backup.BackupRoutes;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackupOperations;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.discord.DiscordSystem;
import dev.yorozu.server.systems.oidc.OidcSystem;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Login;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A running server with the console and the admin interface behind a proxy on this machine, by a clock of the test's. */
final class ConsoleUnderTest implements AutoCloseable {
    static final String TOKEN = "the-right-token-of-this-test";
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final HeldClock clock = HeldClock.start();
    private volatile List<String> damage = List.of();
    private final Store store = damageable(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE));
    private final Settings standard =
            new SettingsReader(StandardSettings.schema()).withoutFile().read();
    private final Map<String, Sessions> sessions = Map.of(
            "discord", DiscordSystem.sessions(standard, store, RandomTokens.secure(), clock),
            "oidc", OidcSystem.sessions(standard, store, RandomTokens.secure(), clock));
    private final DirectoryOnDemand accounts;
    private final Host host;
    private final Census census;
    private final RunningServer server;

    /** @param directory for uploads, accounts and keys */
    ConsoleUnderTest(Path directory) {
        Settings settings = new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .flag("data", "--data", directory.toString())
                .read();
        accounts = new DirectoryOnDemand(settings, clock);
        census = new Census(
                store,
                Keyspace.schema(),
                CensusPolicy.served(Optional.empty(), 1, false),
                () -> List.of(new CacheUse("profiles", 3, 1)),
                RandomTokens.secure(),
                clock);
        host = new Host(
                Systems.ALL,
                settings,
                store,
                accounts,
                census,
                () -> new Metrics("test"),
                directory,
                RandomTokens.secure(),
                clock);
        LocalOperator operator = LocalOperator.of(
                store,
                clock,
                audit(),
                new Backups(
                        store,
                        Keyspace.schema(),
                        Limits.DEFAULT,
                        clock,
                        Snapshots.live(store, false),
                        "memory",
                        Optional.empty()),
                new ScheduledBackupOperations(Optional.empty(), audit(), clock),
                Systems.sessions(host),
                new HostedTokens(host),
                Systems.accounts(host),
                new Credentials(store, RandomTokens.secure(), clock),
                host::doors,
                IntegrityPolicy.standard(ZoneOffset.UTC, clock).withPause(Duration.ofMillis(1)),
                census);
        AdminGate gate = new AdminGate(
                AdminToken.of(TOKEN),
                new ClientAddress(List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()), new byte[0]),
                clock);
        server = new RunningServer(
                store,
                Map.of(),
                new AdminModule(
                        operator.operations(),
                        new BackupRoutes(
                                operator.backups(), operator.log(), gate, directory, 4096, clock, new SecureRandom()),
                        gate),
                new ConsoleModule(operator, census, () -> damage, gate, RandomTokens.secure(), clock));
    }

    /** Lets the store have a file that is damaged, which whoever walks over all keys meets. */
    void damage(String file) {
        damage = List.of(file);
    }

    private Store damageable(Store whole) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("scan") && !damage.isEmpty()) {
                        throw new StoreException.Damaged(
                                "A block of " + damage.getFirst() + " is damaged", new IOException("checksum"));
                    }
                    try {
                        return method.invoke(whole, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    Host host() {
        return host;
    }

    HeldClock clock() {
        return clock;
    }

    RunningServer server() {
        return server;
    }

    Store store() {
        return store;
    }

    AuditLog audit() {
        return new AuditLog(store, AuditPolicy.STANDARD, RandomTokens.secure(), clock);
    }

    Session signedIn(String system, String user) {
        return signedIn(system, user, Document.empty());
    }

    /** @param attributes what the session keeps */
    Session signedIn(String system, String user, Document attributes) {
        Start start = Objects.requireNonNull(sessions.get(system)).start(user, attributes);
        return ((Start.Started) start).session();
    }

    boolean lives(String system, Session session) {
        return Objects.requireNonNull(sessions.get(system))
                .find(session.sid().orElseThrow())
                .isPresent();
    }

    /** Makes an account, and signs it in with tokens on a device of this name. */
    Login signedInWithTokens(String loginId, String device) {
        Account account = accounts.get()
                .findByIdentifier(loginId)
                .orElseGet(() -> ((AccountCreation.Created) accounts.get()
                                .create(new NewAccount(
                                        loginId, loginId, loginId + "@example.com", "no password", Set.of(Role.USER))))
                        .account());
        DeviceSighting sighting = new DeviceSighting(
                DeviceType.BROWSER, OperatingSystem.LINUX, device, "", "", "", "", MaskedAddress.of("192.0.2.7"));
        String id = accounts.get()
                .remember(account.id(), sighting)
                .orElseThrow()
                .device()
                .publicId()
                .toString();
        return new HostedTokens(host)
                .refresh()
                .issue(
                        account.user(),
                        Document.empty().with("DevicePublicId", id),
                        new Claims(account.user(), Document.empty()))
                .login();
    }

    /** The logins by tokens that live, by their public ids. */
    List<String> logins(Login login) {
        return new HostedTokens(host)
                .refresh().list(login.user()).stream().map(Login::id).toList();
    }

    HttpResponse<String> get(String path, String cookie) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Cookie", cookie)
                .build());
    }

    /** Sends a form as a page of this server does. */
    HttpResponse<String> post(String path, String cookie, Map<String, String> fields) throws Exception {
        URI own = server.server().url();
        return post(path, cookie, own.toString(), fields);
    }

    HttpResponse<String> post(String path, String cookie, String origin, Map<String, String> fields) throws Exception {
        String body = new TreeMap<>(fields)
                .entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return server.send(
                origin.isEmpty()
                        ? request.build()
                        : request.header("Origin", origin).build());
    }

    HttpResponse<String> trySignIn(String token) throws Exception {
        return post("/console/sign-in", "none=0", Map.of("token", token));
    }

    /** Signs in, and gives the cookie as a browser sends it back. */
    String signIn() throws Exception {
        String set = trySignIn(TOKEN).headers().firstValue("Set-Cookie").orElseThrow();
        return set.substring(0, set.indexOf(';'));
    }

    String csrf(String cookie) throws Exception {
        Matcher found = CSRF.matcher(get("/console/statistics", cookie).body());
        return found.find() ? found.group(1) : "";
    }

    @Override
    public void close() {
        server.close();
        census.close();
        accounts.close();
    }
}
