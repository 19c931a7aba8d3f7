package dev.yorozu.server.systems;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Kind;
import dev.yorozu.credential.Credentials;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLayout;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.membership.Patrons;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.AttemptLimiter;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.access.credential.RememberedVisitors;
import dev.yorozu.server.access.credential.Visitors;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.RevocationSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.directory.KeptAccounts;
import dev.yorozu.server.doors.Changes;
import dev.yorozu.server.doors.DoorSettings;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.oauth.OAuthTokens;
import dev.yorozu.server.oauth.TokenEndpoints;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the server gives to the systems that it hosts, and what operators work with. All of it stays the server's. Whatever
 * costs a file, a thread or a connection is made when it is first asked for, so that a command that needs it not makes none.
 * Safe for use by many threads.
 */
public class Host implements AutoCloseable {
    private final List<HostedSystem> systems;
    private final Settings settings;
    private final RevocationFeed revocations;
    private final Store store;
    private final DirectoryOnDemand directory;
    private final KeptAccounts accounts;
    private final Census census;
    private final Supplier<Metrics> metrics;
    private final Path data;
    private final RandomTokens random;
    private final InstantSource clock;
    private final Map<String, IssuerKeys> keys = new HashMap<>();
    private final List<Runnable> ends = new ArrayList<>();
    private @Nullable HttpOutgoing http;
    private @Nullable Outgoing outgoing;
    private UnaryOperator<Outgoing> wayOut = UnaryOperator.identity();
    private @Nullable ClientAddress addresses;
    private @Nullable Visitors visitors;
    private final Changes changes = new Changes();
    private @Nullable Doors doors;

    /**
     * @param systems all that there are, on or off
     * @param directory stays the caller's, as all the rest does
     * @param data must exist once keys or addresses are asked for
     */
    public Host(
            List<HostedSystem> systems,
            Settings settings,
            Store store,
            DirectoryOnDemand directory,
            Census census,
            Supplier<Metrics> metrics,
            Path data,
            RandomTokens random,
            InstantSource clock) {
        this.systems = List.copyOf(systems);
        this.settings = settings;
        // Its epochs must differ from all that there were, whatever else is drawn.
        this.revocations = new RevocationFeed(
                store,
                RevocationSettings.policy(settings, longestLife(systems, settings)),
                RandomTokens.secure(),
                clock);
        this.store = revocations.store();
        this.directory = directory;
        this.accounts = new KeptAccounts(directory::get, this.store, random, clock);
        directory.keepBeside(accounts);
        this.census = census;
        this.metrics = metrics;
        this.data = data;
        this.random = random;
        this.clock = clock;
    }

    public List<HostedSystem> systems() {
        return systems;
    }

    public Settings settings() {
        return settings;
    }

    public Store store() {
        return store;
    }

    /** A revocation that is forgotten before its token ends would let the token count again. */
    private static Duration longestLife(List<HostedSystem> systems, Settings settings) {
        return systems.stream()
                .filter(system -> system.isEnabled(settings))
                .flatMap(system -> system.accessLife(settings).stream())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** What programs that check tokens by themselves are told; all that changes in the store is seen by it. */
    public RevocationFeed revocations() {
        return revocations;
    }

    /** The accounts; made where there are none yet. */
    public Directory directory() {
        return directory.get();
    }

    /** The same accounts, without their passwords, for requests that only look at them. */
    public KeptAccounts accounts() {
        return accounts;
    }

    /** The accounts if there are some; none are made. */
    public Optional<Directory> findDirectory() {
        return directory.find();
    }

    /** The patrons in the same database; made where there are none yet. */
    public Patrons patrons() {
        return directory.patrons();
    }

    public Census census() {
        return census;
    }

    public Metrics metrics() {
        return metrics.get();
    }

    public Path data() {
        return data;
    }

    public RandomTokens random() {
        return random;
    }

    public InstantSource clock() {
        return clock;
    }

    /** How ids and secrets are written. */
    public Storage storage() {
        return settings.value(PrivacySettings.STORAGE);
    }

    /** How concurrent sign-ins wait for each other. */
    public BoundedWaits waiting() {
        return BoundedWaits.real();
    }

    public Passwords passwords() {
        return PasswordSettings.passwords(settings);
    }

    /** As the other, for passwords that may be as short as this whatever the settings say. */
    public Passwords passwords(int shortest) {
        return PasswordSettings.passwords(settings, shortest);
    }

    /** Where systems write down what people did. */
    public AuditLog audit() {
        return new AuditLog(store, AuditSettings.policy(settings), random, clock);
    }

    /** Has all calls to providers go through this; to be said before the way out is asked for. */
    public synchronized void outgoingThrough(UnaryOperator<Outgoing> through) {
        wayOut = through;
    }

    /** The way out to providers. */
    public synchronized Outgoing outgoing() {
        if (outgoing == null) {
            outgoing = wayOut.apply(http());
        }
        return outgoing;
    }

    /** The same for calls of any form, which go to what an operator has set, and are not traced. */
    public synchronized HttpOutgoing http() {
        if (http == null) {
            HttpOutgoing made = new HttpOutgoing();
            ends.add(made::close);
            http = made;
        }
        return http;
    }

    /** Spreads the requests of each client evenly. A crash forgets what was counted within the last moments. */
    public RateLimiter rates() {
        return new Gcra(store, RateLayout.GENERAL, clock, Durability.DEFERRED);
    }

    /** What stands before the routes of a system. */
    public <C> Gate<C> gate(RateLimiter rates, AccessRules<C> rules) {
        return new Gate<>(store, rates, addresses(), storage(), rules);
    }

    /** Who calls come from, as the settings say whose word counts. */
    public synchronized ClientAddress addresses() {
        if (addresses == null) {
            byte[] salt = settings.find(PrivacySettings.ADDRESS_SALT)
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .orElseGet(() -> ClientAddress.SALT.inDirectory(data, random));
            addresses = new ClientAddress(
                    settings.find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of()), salt);
        }
        return addresses;
    }

    /** Those who come with a credential. */
    public synchronized Visitors visitors() {
        if (visitors == null) {
            visitors = new Visitors(
                    new Credentials(store, random, clock),
                    new AttemptLimiter(clock),
                    audit(),
                    address -> addresses().id(address),
                    clock);
        }
        return visitors;
    }

    /**
     * What stands before routes for programs.
     *
     * @param entrance the name of what they come to, for the audit log
     * @param refusals how it refuses
     */
    public CredentialGate credentialGate(String entrance, Function<CredentialGate.Refusal, Problem> refusals) {
        return new CredentialGate(new RememberedVisitors(entrance, visitors()), addresses(), refusals);
    }

    /**
     * The standard endpoints for programs that ask about the tokens of a system, or revoke them.
     *
     * @param mount of the system, or a path below it
     */
    public TokenEndpoints tokenEndpoints(HostedSystem system, String mount, OAuthTokens tokens, Gate<?> gate) {
        TokenEndpoints.Realm realm = new TokenEndpoints.Realm(system.name(), () -> tokens);
        return tokenEndpoints(system, mount, call -> realm, gate);
    }

    /** As the other, for a system whose calls are each about the tokens of one realm of many. */
    public TokenEndpoints tokenEndpoints(
            HostedSystem system, String mount, Function<Call, TokenEndpoints.Realm> realms, Gate<?> gate) {
        return new TokenEndpoints(
                mount,
                realms,
                credentialGate(system.name(), TokenEndpoints.refusals()),
                gate,
                new AuditTrail(audit(), Kind.TOKEN, system.name(), clock));
    }

    /** What clients of doors and operators change. */
    public Changes changes() {
        return changes;
    }

    /** What the doors of this server share. */
    public synchronized Doors doors() {
        if (doors == null) {
            doors = new Doors(
                            store,
                            settings.value(DoorSettings.SCHEMA),
                            StoreSettings.limits(settings),
                            visitors(),
                            changes)
                    .metered(metrics().registry());
            ends.add(doors::close);
        }
        return doors;
    }

    /** The keys of a system, made once, so that a rotation by an operator is seen by whoever signs. */
    public synchronized IssuerKeys keys(String system, Supplier<IssuerKeys> maker) {
        return keys.computeIfAbsent(system, name -> maker.get());
    }

    /** Ends what an account has in every system but this one. */
    public AccountTermination terminationBeside(HostedSystem system) {
        return systems.stream()
                .filter(other -> other != system)
                .map(other -> other.termination(this))
                .reduce(AccountTermination.NONE, AccountTermination::and);
    }

    /** Ends what an account has in any system. */
    public AccountTermination termination() {
        return systems.stream()
                .map(system -> system.termination(this))
                .reduce(AccountTermination.NONE, AccountTermination::and);
    }

    /** Does this when the server has stopped, for what a system made for itself and must close. */
    public synchronized void onClose(Runnable end) {
        ends.add(end);
    }

    @Override
    public synchronized void close() {
        ends.reversed().forEach(Runnable::run);
        ends.clear();
    }
}
