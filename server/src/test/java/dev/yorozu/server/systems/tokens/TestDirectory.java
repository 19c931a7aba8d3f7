package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCopies;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Profile;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A real directory, in files of its own, that goes away as a test wishes, or lets something else happen just before one of
 * its calls. What lies in its files when it is closed is handed over to the search for secrets.
 */
public final class TestDirectory implements Directory {
    private final Path place;
    private final Directory directory;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile AccountCopies copies = AccountCopies.NONE;
    private volatile boolean away;
    private volatile int interrupted;
    private volatile Runnable meanwhile = () -> {};

    public TestDirectory(InstantSource clock) {
        try {
            place = Files.createTempDirectory("yorozu-directory-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        directory = DirectoryOpener.open(
                new SettingsReader(StandardSettings.schema())
                        .withoutFile()
                        .flag("directory.url", "--directory.url", "h2:" + place)
                        .read(),
                (account, change) -> copies.without(account, change),
                clock);
    }

    /** Has every change of an account made without these copies, as the servers on this directory need it. */
    public void keepBeside(AccountCopies kept) {
        copies = kept;
    }

    public void away(boolean isAway) {
        away = isAway;
    }

    /** Does something else just before the call of this number from now on, counted from 1. */
    public void meanwhile(int call, Runnable action) {
        calls.set(0);
        meanwhile = action;
        interrupted = call;
    }

    public int calls() {
        return calls.get();
    }

    private <T> T call(Supplier<T> action) {
        if (away) {
            throw new DirectoryException("The directory is away");
        }
        if (calls.incrementAndGet() == interrupted) {
            interrupted = 0;
            meanwhile.run();
        }
        return action.get();
    }

    @Override
    public Optional<Account> find(long id) {
        return call(() -> directory.find(id));
    }

    @Override
    public Optional<Account> findByUuid(UUID uuid) {
        return call(() -> directory.findByUuid(uuid));
    }

    @Override
    public Optional<Account> findByIdentifier(String identifier) {
        return call(() -> directory.findByIdentifier(identifier));
    }

    @Override
    public List<Account> accounts(long behind, int limit) {
        return call(() -> directory.accounts(behind, limit));
    }

    @Override
    public AccountCreation create(NewAccount account) {
        return call(() -> directory.create(account));
    }

    @Override
    public boolean changePassword(long id, long version, String hash) {
        return call(() -> directory.changePassword(id, version, hash));
    }

    @Override
    public boolean upgradeHash(long id, String found, String better) {
        return call(() -> directory.upgradeHash(id, found, better));
    }

    @Override
    public boolean enable(long id, boolean enabled) {
        return call(() -> directory.enable(id, enabled));
    }

    @Override
    public boolean grant(long id, String role) {
        return call(() -> directory.grant(id, role));
    }

    @Override
    public boolean withdraw(long id, String role) {
        return call(() -> directory.withdraw(id, role));
    }

    @Override
    public boolean delete(long id) {
        return call(() -> directory.delete(id));
    }

    @Override
    public Optional<Device.Seen> remember(long account, DeviceSighting sighting) {
        return call(() -> directory.remember(account, sighting));
    }

    @Override
    public boolean seen(long account, UUID device, DeviceSighting sighting) {
        return call(() -> directory.seen(account, device, sighting));
    }

    @Override
    public List<Device> devices(long account) {
        return call(() -> directory.devices(account));
    }

    @Override
    public Optional<Device> device(long account, long id) {
        return call(() -> directory.device(account, id));
    }

    @Override
    public boolean forget(long account, long id) {
        return call(() -> directory.forget(account, id));
    }

    @Override
    public void record(long account, HistoryEvent event) {
        call(() -> {
            directory.record(account, event);
            return true;
        });
    }

    @Override
    public List<HistoryEvent> history(long account, int limit) {
        return call(() -> directory.history(account, limit));
    }

    @Override
    public Optional<Profile> profile(UUID user) {
        return call(() -> directory.profile(user));
    }

    @Override
    public List<Profile> profiles(Set<UUID> users) {
        return call(() -> directory.profiles(users));
    }

    @Override
    public Optional<Profile> createProfile(UUID user, Profile.Draft draft) {
        return call(() -> directory.createProfile(user, draft));
    }

    @Override
    public Optional<Profile> changeProfile(UUID user, UnaryOperator<Profile.Draft> change) {
        return call(() -> directory.changeProfile(user, change));
    }

    @Override
    public void ping() {
        directory.ping();
    }

    @Override
    public void close() {
        directory.close();
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isRegularFile(file)) {
                    Written.text(Files.readString(file, StandardCharsets.ISO_8859_1));
                }
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
