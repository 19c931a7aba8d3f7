package dev.yorozu.server.access;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.HistoryEvent;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What was done to an account, for its owner to read.
 *
 * @param ids the account that a system knows by a name; may ask the directory
 */
public record AccountHistory(Directory directory, Function<String, Optional<Long>> ids, InstantSource clock) {
    private static final Logger LOGGER = Logger.getLogger(AccountHistory.class.getName());

    /**
     * Adds what is done already. A line that is lost does no harm; to answer that the deed failed because of it would.
     *
     * @param user as the system knows the account; nothing is added for one that can be nobody's
     * @param device the public id of the device, or empty
     */
    public void add(String user, HistoryEvent.Type type, Client client, String device) {
        try {
            ids.apply(user).ifPresent(account -> directory.record(account, event(type, client, device)));
        } catch (DirectoryException fault) {
            LOGGER.log(Level.WARNING, () -> "A line of an account's past was lost: " + fault.getMessage());
        }
    }

    /** Adds what must not happen unless it is written down: a fault of the directory reaches the caller. */
    void require(Account account, HistoryEvent.Type type, Client client, String device) {
        directory.record(account.id(), event(type, client, device));
    }

    private HistoryEvent event(HistoryEvent.Type type, Client client, String device) {
        return new HistoryEvent(type, clock.instant(), client.masked(), device);
    }
}
