package dev.yorozu.server.systems;

import dev.yorozu.account.AccountTermination;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.operate.users.SystemSessions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A system that this server hosts. It declares here all that the rest of the server asks of it, so that nothing else knows
 * which systems there are. It holds no state: what it works with comes from the {@link Host}.
 */
public interface HostedSystem {
    /** The name that operators, keys and the audit log have for it, such as {@code discord}. */
    String name();

    /** What can be set of it, in the order of the reference. */
    List<SettingsGroup> settings();

    boolean isEnabled(Settings settings);

    /** The path that all of its addresses begin with. */
    Setting<String> mount();

    /**
     * Its routes and pages. Throws a {@code StartException} or {@code SettingsException} with one sentence when it cannot work
     * as it is set. Called only where it is enabled.
     */
    List<HttpModule> modules(Host host);

    /** Its sessions, for operators; empty for a system without. Works whether it is enabled or not. */
    default Optional<SystemSessions> sessions(Host host) {
        return Optional.empty();
    }

    /** The tokens that it signs, for operators; empty for a system that signs none. Works whether it is enabled or not. */
    default Optional<SystemTokens> tokens(Host host) {
        return Optional.empty();
    }

    /** Ends what an account has here, when it is disabled or its password is changed elsewhere. */
    default AccountTermination termination(Host host) {
        return AccountTermination.NONE;
    }

    /**
     * What only this machine has of it, and a second server on the same store would lack: a sentence each, by the setting that
     * mends it. Of several systems that name one setting, the first is heard.
     */
    default Map<Setting<?>, String> advice(Settings settings) {
        return Map.of();
    }
}
