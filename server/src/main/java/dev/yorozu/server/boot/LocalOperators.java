package dev.yorozu.server.boot;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.command.Commands;
import dev.yorozu.credential.Credentials;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.Installation;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackupOperations;
import dev.yorozu.server.operate.commands.CommandOperations;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import java.security.SecureRandom;
import java.util.Optional;

/** Makes what operators use on an open store, for a server and for a command that has the store to itself. */
public final class LocalOperators {
    private LocalOperators() {}

    /** All that is given stays the caller's. */
    public static LocalOperator of(Host host, StoreUrl url, Snapshots snapshots, Installation installation) {
        Settings settings = host.settings();
        Backups backups = new Backups(
                host.revocations().behind(),
                Keyspace.schema(),
                StoreSettings.limits(settings),
                host.clock(),
                snapshots,
                url.kind(),
                Optional.of(installation));
        AuditLog audit = new AuditLog(host.store(), AuditSettings.operators(settings), host.random(), host.clock());
        LocalOperator operator = LocalOperator.of(
                host.store(),
                host.clock(),
                audit,
                backups,
                new ScheduledBackupOperations(
                        ScheduledBackupOperations.scheduled(settings, backups, host::http, host.random(), host.clock()),
                        audit,
                        host.clock()),
                Systems.sessions(host),
                new HostedTokens(host),
                Systems.accounts(host),
                new Credentials(host.store(), host.random(), host.clock()),
                host::doors,
                NostalgicSettings.integrity(settings, host.clock()),
                host.census());
        Commands commands = new Commands(
                host.store(), Keyspace.schema(), StoreSettings.limits(settings), host.clock(), new SecureRandom());
        new CommandOperations(commands, Keyspace.schema(), host.changes(), audit, host.clock())
                .bind(operator.operations());
        return operator;
    }
}
