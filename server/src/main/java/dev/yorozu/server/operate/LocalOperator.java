package dev.yorozu.server.operate;

import dev.yorozu.app.Apps;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.credential.Credentials;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.audit.AuditOperations;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackupOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.doors.DoorOperations;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.StatisticsOperations;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.tokens.TokenSource;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.users.SessionOperations;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.operate.users.UserAliases;
import dev.yorozu.server.operate.users.UserOperations;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What an operator can do with a store that is open in this process. Owns nothing that must be closed. Safe for use by many
 * threads.
 *
 * @param log where events are written and read
 */
public record LocalOperator(
        LocalOperations operations,
        Backups backups,
        AuditLog log,
        AuditOperations audit,
        SessionOperations sessions,
        TokenOperations tokens,
        ServiceOperations services,
        ScheduledBackupOperations scheduled)
        implements Operator {
    /**
     * @param log where events are written and read
     * @param systems the sessions of each system that has some, by its name
     * @param source what logins by tokens stand on
     * @param doors asked for when an operator does
     * @param integrity how counters, likes, rankings and boards are run
     * @param census what statistics are answered from; stays the caller's
     */
    public static LocalOperator of(
            Store store,
            InstantSource clock,
            AuditLog log,
            Backups backups,
            ScheduledBackupOperations scheduled,
            SequencedMap<String, SystemSessions> systems,
            TokenSource source,
            UserOperations users,
            Credentials credentials,
            Supplier<Doors> doors,
            IntegrityPolicy integrity,
            Census census) {
        TokenOperations tokens = new TokenOperations(source, log, clock);
        Map<String, Function<String, List<String>>> names = new HashMap<>();
        systems.forEach((system, each) -> names.put(system, each::names));
        UserAliases aliases = new UserAliases(tokens::account, names);
        AuditOperations audit = new AuditOperations(log, aliases);
        SessionOperations sessions = new SessionOperations(systems, tokens, aliases, log, clock);
        KeyOperations keys = new KeyOperations(store, Keyspace.schema(), log, clock);
        ServiceOperations services = new ServiceOperations(store, integrity, keys);
        LocalOperations operations = new LocalOperations();
        keys.bind(operations);
        audit.bind(operations);
        sessions.bind(operations);
        tokens.bind(operations);
        services.bind(operations);
        users.bind(operations);
        new CredentialOperations(credentials, log, clock).bind(operations);
        new AppOperations(new Apps(store, Keyspace.schema(), clock), credentials, census, log, clock).bind(operations);
        DoorOperations.bind(operations, doors);
        StatisticsOperations.bind(operations, census);
        scheduled.bind(operations);
        return new LocalOperator(operations, backups, log, audit, sessions, tokens, services, scheduled);
    }

    @Override
    public <Q, A> A call(Operation<Q, A> operation, Q request, Progress progress) {
        return operations.call(operation, request, progress);
    }

    @Override
    public boolean hasSessions(String system) {
        return sessions.has(system);
    }
}
