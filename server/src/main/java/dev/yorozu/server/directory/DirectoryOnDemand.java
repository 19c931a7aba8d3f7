package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.server.config.Settings;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory that the settings name, opened when somebody first needs it, so that a server without accounts has no
 * database for them.
 */
public final class DirectoryOnDemand implements Supplier<Directory>, AutoCloseable {
    private final Settings settings;
    private final InstantSource clock;
    private @Nullable Directory directory;

    public DirectoryOnDemand(Settings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Throws {@code StartException} when it cannot be opened. */
    @Override
    public synchronized Directory get() {
        if (directory == null) {
            directory = DirectoryOpener.open(settings, clock);
        }
        return directory;
    }

    /** The directory if there is one; none is made. */
    public synchronized Optional<Directory> find() {
        return directory != null || DirectoryOpener.exists(settings) ? Optional.of(get()) : Optional.empty();
    }

    @Override
    public synchronized void close() {
        if (directory != null) {
            directory.close();
        }
    }
}
