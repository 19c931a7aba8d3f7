package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.Client;
import java.time.InstantSource;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Adds to the past of an account what has been done already. A line that is lost does no harm; to answer that the deed
 * failed because of it would.
 */
final class Past {
    private static final Logger LOGGER = Logger.getLogger(Past.class.getName());

    private final Directory directory;
    private final InstantSource clock;

    Past(Directory directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Adds a line.
     *
     * @param user as the token store knows the account; nothing is added for one that can be nobody's
     * @param device the public id of the device, or empty
     */
    void add(String user, HistoryEvent.Type occasion, Client client, String device) {
        TokensAccess.id(user).ifPresent(account -> {
            try {
                directory.record(account, new HistoryEvent(occasion, clock.instant(), client.masked(), device));
            } catch (DirectoryException fault) {
                LOGGER.log(Level.WARNING, () -> "A line of an account's past was lost: " + fault.getMessage());
            }
        });
    }
}
