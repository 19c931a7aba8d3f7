package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.health.Health;
import java.time.InstantSource;

/** How the directory is, for those who ask whether the server is well. */
public final class DirectoryHealth {
    private DirectoryHealth() {}

    public static Health of(Directory directory, Settings settings, InstantSource clock) {
        return new Health("directory", () -> look(directory), settings.value(DirectorySettings.TIMEOUT), clock);
    }

    private static Health.State look(Directory directory) {
        try {
            directory.ping();
            return Health.State.OK;
        } catch (DirectoryException.Damaged damaged) {
            return Health.State.DAMAGED;
        }
    }
}
