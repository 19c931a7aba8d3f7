package dev.yorozu.server.directory.database;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.directory.checksum.ChecksummedPath;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** What a database's fault means. Nothing of its text goes further, because it quotes statements and values. */
public final class SqlFaults {
    /** H2: the file is held by another process, or by another opening in this one. */
    private static final int IN_USE = 90020;
    /** H2: a row changed while this transaction waited for it. */
    private static final int CHANGED_MEANWHILE = 90131;

    private static final Set<Integer> GIVEN_UP = Set.of(90028, 90030, 90031, 90098, 90121);

    private SqlFaults() {}

    public static DirectoryException translated(Throwable fault) {
        String state = cause(fault).map(SQLException::getSQLState).orElse("unknown");
        boolean unreachable = state == null || state.matches("(08|53|57).*");
        return new DirectoryException(
                unreachable
                        ? "The directory of accounts cannot be reached now"
                        : "The directory of accounts cannot do this now (SQLSTATE " + state + ")");
    }

    /** Whether the transaction was undone because of another's, so that it may be tried again. */
    static boolean gaveWay(Throwable fault) {
        return cause(fault)
                .filter(sql -> sql.getErrorCode() == CHANGED_MEANWHILE
                        || (sql.getSQLState() != null && sql.getSQLState().startsWith("40")))
                .isPresent();
    }

    /**
     * Whether the embedded database stopped for good: after it failed to write or read its file (90028, 90030, 90031), and from
     * then on, when it says that it is closed (90098, 90121).
     */
    static boolean gaveItselfUp(Throwable fault) {
        return cause(fault)
                .map(SQLException::getErrorCode)
                .filter(GIVEN_UP::contains)
                .isPresent();
    }

    static String damaged(Path file, String what) {
        return "The file of accounts " + file + " is damaged " + what
                + ": restore it from a backup, or take it as it is by deleting " + ChecksummedPath.sums(file) + ".";
    }

    /** Whether the connection was gone, so that nothing was answered on it. */
    static boolean brokeOff(Throwable fault) {
        return cause(fault)
                .map(SQLException::getSQLState)
                .filter(state -> state.matches("08.*|57P0[123]"))
                .isPresent();
    }

    static String cannotOpen(DirectoryUrl url, Throwable fault) {
        Optional<SQLException> cause = cause(fault);
        String state = cause.map(SQLException::getSQLState).orElse("");
        boolean inUse = cause.filter(sql -> sql.getErrorCode() == IN_USE).isPresent();
        return switch (url) {
            case DirectoryUrl.Embedded embedded ->
                inUse
                        ? "The directory of accounts " + embedded.directory()
                                + " is in use by another process: stop it, or choose another with directory.url."
                        : "The directory of accounts " + embedded.directory()
                                + " cannot be opened: it is damaged or not writable, restore it from a copy.";
            case DirectoryUrl.Postgres postgres ->
                state.startsWith("28")
                        ? "The database at " + postgres.host()
                                + " refuses this user: check directory.user and directory.password."
                        : state.startsWith("3D")
                                ? "There is no such database at " + postgres.host()
                                        + ": make it with createdb, or correct directory.url."
                                : "The database at " + postgres.host()
                                        + " cannot be reached: start it, or correct directory.url.";
        };
    }

    private static Optional<SQLException> cause(Throwable fault) {
        for (Throwable each = fault; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }
}
