package dev.yorozu.server.systems;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.users.SystemSessions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A system that this server hosts. It declares here all that the rest of the server asks of it, so that nothing else knows
 * which systems there are. It holds no state: what it works with comes from the {@link Host}.
 */
public abstract class HostedSystem {
    private final String name;
    private final Setting<String> mount;
    private final Predicate<Settings> enabled;
    private final List<SettingsGroup> settings;

    /**
     * Declares the system.
     *
     * @param name that operators, keys and the audit log have for it, such as {@code discord}
     * @param mount the path that all of its addresses begin with
     * @param settings what can be set of it, in the order of the reference
     */
    protected HostedSystem(String name, Setting<String> mount, Predicate<Settings> enabled, SettingsGroup... settings) {
        this.name = name;
        this.mount = mount;
        this.enabled = enabled;
        this.settings = List.of(settings);
    }

    /** As the other, for a system that a setting turns on and off. */
    protected HostedSystem(String name, Setting<String> mount, Setting<Boolean> enabled, SettingsGroup... settings) {
        this(name, mount, given -> given.value(enabled), settings);
    }

    public final String name() {
        return name;
    }

    public final Setting<String> mount() {
        return mount;
    }

    public final boolean isEnabled(Settings given) {
        return enabled.test(given);
    }

    public final List<SettingsGroup> settings() {
        return settings;
    }

    /**
     * Its routes and pages. Throws a {@code StartException} or {@code SettingsException} with one sentence when it cannot work
     * as it is set. Called only where it is enabled.
     */
    public abstract List<HttpModule> modules(Host host);

    /** Whether it needs the directory of accounts as soon as it starts. */
    public boolean keepsAccounts() {
        return false;
    }

    /** Its routes for operators beside the admin interface, behind the same gate. Called only where it is enabled. */
    public List<HttpModule> operatorModules(Host host, LocalOperator operator, AdminGate gate) {
        return List.of();
    }

    /** Its sessions, for operators; empty for a system without. Works whether it is enabled or not. */
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.empty();
    }

    /** The tokens that it signs, for operators; empty for a system that signs none. Works whether it is enabled or not. */
    public Optional<SystemTokens> tokens(Host host) {
        return Optional.empty();
    }

    /** How long its access tokens live, with the skew of clocks; empty for a system that signs none that others could check. */
    public Optional<Duration> accessLife(Settings given) {
        return Optional.empty();
    }

    /** Ends what an account has here, when it is disabled or its password is changed elsewhere. */
    public AccountTermination termination(Host host) {
        return AccountTermination.NONE;
    }

    /** What its start says of how it is set, a sentence each: something that it can do, and does not as it stands. */
    public List<String> notices(Settings settings) {
        return List.of();
    }

    /**
     * What only this machine has of it, and a second server on the same store would lack: a sentence each, by the setting that
     * mends it. Of several systems that name one setting, the first is heard.
     */
    public Map<Setting<?>, String> advice(Settings settings) {
        return Map.of();
    }
}
