package dev.yorozu.server.directory;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCopies;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Field;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.Identifier;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Profile;
import dev.yorozu.server.directory.database.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;

/** The directory in an SQL database. Changes of accounts are on disk when they return; devices and past soon after. */
record SqlDirectory(Database database, AccountCopies copies, InstantSource clock) implements Directory {
    @Override
    public Optional<Account> find(long id) {
        return AccountRows.look(database, id);
    }

    @Override
    public Optional<Account> findByUuid(UUID uuid) {
        return AccountRows.look(database, uuid);
    }

    @Override
    public Optional<Account> findByIdentifier(String identifier) {
        // Asked for in any case: whether somebody could be called so is not to be learned from the time it takes.
        String asked = Identifier.isPossible(identifier) ? identifier : "";
        return database.read(handle -> new AccountRows(handle).findByIdentifier(asked));
    }

    @Override
    public List<Account> accounts(long behind, int limit) {
        if (limit < 1 || limit > MOST_ACCOUNTS) {
            throw new IllegalArgumentException("A page holds 1 to " + MOST_ACCOUNTS + " accounts");
        }
        return database.read(handle -> new AccountRows(handle).behind(behind, limit));
    }

    @Override
    public AccountCreation create(NewAccount account) {
        return database.changeForGood(
                handle -> new AccountRows(handle).create(account, UUID.randomUUID(), clock.instant()));
    }

    @Override
    public boolean changePassword(long id, long version, String hash) {
        String checked = Field.PASSWORD_HASH.checked(hash);
        return database.changeForGood(handle -> new AccountRows(handle).changePassword(id, version, checked));
    }

    @Override
    public boolean upgradeHash(long id, String found, String better) {
        String checked = Field.PASSWORD_HASH.checked(better);
        return database.changeForGood(handle -> new AccountRows(handle).upgradeHash(id, found, checked));
    }

    @Override
    public boolean enable(long id, boolean enabled) {
        return change(id, () -> database.changeForGood(handle -> new AccountRows(handle).enable(id, enabled)));
    }

    @Override
    public boolean grant(long id, String role) {
        String checked = Field.ROLE.checked(role);
        return changeRoles(id, accounts -> accounts.grant(id, checked));
    }

    @Override
    public boolean withdraw(long id, String role) {
        return changeRoles(id, accounts -> accounts.withdraw(id, role));
    }

    private boolean changeRoles(long id, Function<AccountRows, Boolean> change) {
        return change(
                id,
                () -> database.changeForGood(handle -> {
                    AccountRows accounts = new AccountRows(handle);
                    boolean changed = accounts.lock(id) && change.apply(accounts);
                    if (changed) {
                        accounts.raiseVersion(id);
                    }
                    return changed;
                }));
    }

    /** Makes a change of which the copies of the account must know; false where there is no such account. */
    private boolean change(long id, BooleanSupplier change) {
        return find(id).filter(account -> copies.without(account, change)).isPresent();
    }

    @Override
    public boolean delete(long id) {
        return database.changeForGood(handle -> new AccountRows(handle).delete(id));
    }

    @Override
    public Optional<Device.Seen> remember(long account, DeviceSighting sighting) {
        return locked(account, handle -> new DeviceRows(handle, account).remember(sighting, clock.instant()));
    }

    @Override
    public boolean seen(long account, UUID device, DeviceSighting sighting) {
        return database.change(handle -> new DeviceRows(handle, account).seen(device, sighting, clock.instant()));
    }

    @Override
    public List<Device> devices(long account) {
        return database.read(handle -> new DeviceRows(handle, account).all());
    }

    @Override
    public Optional<Device> device(long account, long id) {
        return database.read(handle -> new DeviceRows(handle, account).find(id));
    }

    @Override
    public boolean forget(long account, long id) {
        return locked(account, handle -> new DeviceRows(handle, account).delete(id))
                .orElse(false);
    }

    @Override
    public void record(long account, HistoryEvent event) {
        locked(account, handle -> {
            new HistoryRows(handle, account).add(event);
            return true;
        });
    }

    @Override
    public List<HistoryEvent> history(long account, int limit) {
        return database.read(handle -> new HistoryRows(handle, account).newest(Math.clamp(limit, 0, MOST_EVENTS)));
    }

    /** Empty when there is no such account. */
    private <T> Optional<T> locked(long account, Function<Handle, T> work) {
        return database.change(handle ->
                new AccountRows(handle).lock(account) ? Optional.of(work.apply(handle)) : Optional.<T>empty());
    }

    @Override
    public Optional<Profile> profile(UUID user) {
        return database.read(handle -> new ProfileRows(handle).find(user));
    }

    @Override
    public List<Profile> profiles(Set<UUID> users) {
        if (users.size() > MOST_PROFILES) {
            throw new IllegalArgumentException("At most " + MOST_PROFILES + " profiles can be asked for at once");
        }
        return users.isEmpty() ? List.of() : database.read(handle -> new ProfileRows(handle).of(users));
    }

    @Override
    public Optional<Profile> createProfile(UUID user, Profile.Draft draft) {
        return database.changeForGood(handle -> {
            ProfileRows profiles = new ProfileRows(handle);
            return profiles.create(user, draft) ? profiles.find(user) : Optional.empty();
        });
    }

    @Override
    public Optional<Profile> changeProfile(UUID user, UnaryOperator<Profile.Draft> change) {
        return database.changeForGood(handle -> {
            ProfileRows profiles = new ProfileRows(handle);
            profiles.lock(user);
            Optional<Profile> found = profiles.find(user);
            if (found.isEmpty()) {
                return found;
            }
            profiles.change(user, change.apply(found.get().draft()));
            return profiles.find(user);
        });
    }

    @Override
    public void ping() {
        database.ping();
    }

    @Override
    public void close() {
        database.close();
    }
}
