package dev.yorozu.server.directory;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCopies;
import dev.yorozu.account.Directory;
import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheFormat;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.Cached;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Accounts of the directory, read through a cache in the store, so that a request of a signed-in user asks no database.
 *
 * <p>Every change that a copy would show is made while there is none and none can be kept anew ({@link Cache#write}), so that
 * an account that is disabled or has lost a role is so from the next request on, on every server that shares the store, also
 * where a server dies half-way. What another program changes in the database itself counts once the copy has ended, within
 * {@link #LIFE}.
 */
public final class KeptAccounts implements AccountCopies {
    /** How long a copy lives. */
    static final Duration LIFE = Duration.ofMinutes(5);

    private final Supplier<Directory> directory;
    private final Cache<KeptAccount> cache;

    public KeptAccounts(Supplier<Directory> directory, Store store, RandomTokens random, InstantSource clock) {
        this.directory = directory;
        this.cache = new Cache<>(store, CacheLayout.ACCOUNTS, CachePolicy.of(LIFE), new InDocuments(), random, clock);
    }

    private static final class InDocuments implements CacheFormat<KeptAccount> {
        @Override
        public Bytes encode(KeptAccount account, Instant now) {
            return account.document().bytes();
        }

        @Override
        public Optional<KeptAccount> decode(Bytes stored) {
            return Document.parse(stored).flatMap(KeptAccount::in);
        }
    }

    /** Asks for the account of a UUID with a trip, for requests that follow one another. */
    public RoundTrip.Answer<Optional<KeptAccount>> find(RoundTrip trip, UUID uuid) {
        return cache.find(trip, uuid.toString(), () -> load(uuid)).map(Cached::value);
    }

    /** The same for requests that come every quarter of an hour: takes a copy where there is one, and keeps none. */
    public RoundTrip.Answer<Optional<KeptAccount>> peek(RoundTrip trip, UUID uuid) {
        return cache.peek(trip, uuid.toString(), () -> load(uuid)).map(Cached::value);
    }

    private Optional<KeptAccount> load(UUID uuid) {
        return directory.get().findByUuid(uuid).map(KeptAccount::of);
    }

    @Override
    public boolean without(Account account, BooleanSupplier change) {
        return cache.write(account.uuid().toString(), change::getAsBoolean);
    }

    @Override
    public void forgetAll() {
        cache.clear();
    }
}
