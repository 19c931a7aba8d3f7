package dev.yorozu.account;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Where accounts are kept, with what belongs to them: roles, devices, history and profile.
 *
 * <p>Login ids and e-mail addresses are unique whatever their case. Each method is one transaction, blocks, and is safe
 * for use by any number of threads; faults are {@link DirectoryException}. Nothing here holds a password or a token.
 */
public interface Directory extends AutoCloseable {
    /** How many devices of one account are kept; the one unseen for longest gives way. */
    int MOST_DEVICES = 50;

    /** How many events of one account's history are kept; the oldest give way. */
    int MOST_EVENTS = 100;

    /** How many accounts can be asked for at once. */
    int MOST_ACCOUNTS = 500;

    /** How many profiles can be asked for at once. */
    int MOST_PROFILES = 100;

    Optional<Account> find(long id);

    Optional<Account> findByUuid(UUID uuid);

    /** The account of a login id or e-mail address, in any case; empty also for a text that can be neither. */
    Optional<Account> findByIdentifier(String identifier);

    /**
     * A page of all accounts by their ids, rising: the first so many behind this one, which is 0 at first.
     *
     * @param limit at most {@link #MOST_ACCOUNTS}
     */
    List<Account> accounts(long behind, int limit);

    /** Of many that ask for one login id or address at the same time, one gets it. */
    AccountCreation create(NewAccount account);

    /**
     * Sets another password, which raises the version.
     *
     * @param version that of the account on which the change was decided
     * @return whether the account is there and still has this version
     */
    boolean changePassword(long id, long version, String hash);

    /** Replaces a hash by a better one of the same password, which is no change of the account. */
    boolean upgradeHash(long id, String found, String better);

    /** Says whether the account is there and was not so already. A disabled account cannot be signed in to. */
    boolean enable(long id, boolean enabled);

    /** Says whether the account is there and did not have the role. */
    boolean grant(long id, String role);

    /** Says whether the account had the role. */
    boolean withdraw(long id, String role);

    /**
     * Deletes an account and all that belongs to it, and says whether it was there. One that anybody may have signed in to is
     * disabled before: copies that are kept elsewhere are not looked for here.
     */
    boolean delete(long id);

    /**
     * Finds the device that a sighting shows, or makes it, and keeps what is new of it. However often and concurrently
     * the same device is seen, it is one. Empty when there is no such account.
     */
    Optional<Device.Seen> remember(long account, DeviceSighting sighting);

    /** Notes that a device was seen again; says whether it is there. Texts that are empty change nothing. */
    boolean seen(long account, UUID device, DeviceSighting sighting);

    /** All devices, the last seen first. */
    List<Device> devices(long account);

    Optional<Device> device(long account, long id);

    /** Forgets a device, and says whether it was there. */
    boolean forget(long account, long id);

    /** Writes down what happened; nothing when there is no such account. */
    void record(long account, HistoryEvent event);

    /** What happened, newest first. */
    List<HistoryEvent> history(long account, int limit);

    Optional<Profile> profile(UUID user);

    /** The profiles that there are, of at most {@link #MOST_PROFILES} users, in no order. */
    List<Profile> profiles(Set<UUID> users);

    /** Makes a profile; empty when there is one already, or no such account. */
    Optional<Profile> createProfile(UUID user, Profile.Draft draft);

    /**
     * Changes a profile; empty when there is none. Of changes at the same time each sees what the one before left.
     *
     * @param change what becomes of the present one; may be called more than once
     */
    Optional<Profile> changeProfile(UUID user, UnaryOperator<Profile.Draft> change);

    /** Returns when the directory can answer, and throws {@link DirectoryException} when it cannot. */
    void ping();

    @Override
    void close();
}
