package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Directory;
import dev.yorozu.account.Profile;
import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.Cached;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.RoundTrip;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Profiles in the directory, read through a cache and changed through it. Users are named by their UUIDs. */
public record Profiles(Directory directory, Cache<KeptProfile> cache) {
    public static Profiles of(Host host, CachePolicy policy) {
        Cache<KeptProfile> cache = new Cache<>(
                host.store(), CacheLayout.PROFILES, policy, new ProfileFormat(), host.random(), host.clock());
        host.metrics().caches().show("profiles", cache::stats);
        return new Profiles(host.directory(), cache);
    }

    /** Asks for one with a trip. */
    public RoundTrip.Answer<Cached<KeptProfile>> find(RoundTrip trip, UUID user) {
        String id = user.toString();
        return cache.find(trip, id, () -> directory.profile(user).map(KeptProfile::of))
                .map(found -> own(id, found));
    }

    public List<Cached<KeptProfile>> all(List<UUID> users) {
        List<String> ids = users.stream().map(UUID::toString).toList();
        return cache.getAll(ids, this::load).entrySet().stream()
                .map(found -> own(found.getKey(), found.getValue()))
                .toList();
    }

    /** What another program put in the wrong place is shown to nobody. */
    private Cached<KeptProfile> own(String user, Cached<KeptProfile> found) {
        if (found.value().isEmpty() || found.value().get().userId().equalsIgnoreCase(user)) {
            return found;
        }
        cache.invalidate(user);
        return new Cached<>(Optional.ofNullable(load(Set.of(user)).get(user)), false);
    }

    private Map<String, KeptProfile> load(Set<String> users) {
        Map<String, KeptProfile> loaded = new HashMap<>();
        Set<UUID> ids = users.stream().map(UUID::fromString).collect(Collectors.toSet());
        directory.profiles(ids).forEach(profile -> loaded.put(profile.user().toString(), KeptProfile.of(profile)));
        return loaded;
    }

    /** Empty when there is one already, or no such user. */
    public Optional<KeptProfile> create(UUID user, Profile.Draft draft) {
        return directory.profile(user).isPresent()
                ? Optional.empty()
                : written(user, () -> directory.createProfile(user, draft));
    }

    /** Empty when there is none. */
    public Optional<KeptProfile> change(UUID user, UnaryOperator<Profile.Draft> change) {
        return directory.profile(user).isEmpty()
                ? Optional.empty()
                : written(user, () -> directory.changeProfile(user, change));
    }

    /**
     * The directory was asked before: what it refuses, or cannot do because it is out of reach, is no reason to forget a
     * copy that is still true.
     */
    private Optional<KeptProfile> written(UUID user, Supplier<Optional<Profile>> action) {
        return cache.write(user.toString(), action).map(KeptProfile::of);
    }

    /** Forgets the copy of one profile. */
    public void forget(UUID user) {
        cache.invalidate(user.toString());
    }

    /** Forgets the copies of all profiles, and says how many there were. */
    public long forgetAll() {
        return cache.clear();
    }
}
