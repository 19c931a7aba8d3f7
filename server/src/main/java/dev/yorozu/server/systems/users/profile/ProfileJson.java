package dev.yorozu.server.systems.users.profile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.cache.Cached;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is answered about profiles, as JSON names it; times are ISO 8601 in UTC. */
final class ProfileJson {
    private ProfileJson() {}

    /** A profile with the time at which its copy was made, as the cache keeps it. */
    record Kept(
            @JsonProperty("user_id") String userId,
            @JsonProperty("first_name") String firstName,
            @JsonProperty("last_name") String lastName,
            @JsonProperty("email") String email,
            @JsonProperty("phone") String phone,
            @JsonProperty("address") String address,
            @JsonProperty("cached_at") String cachedAt) {}

    record Shown(
            @JsonProperty("user_id") String userId,
            @JsonProperty("first_name") String firstName,
            @JsonProperty("last_name") String lastName,
            @JsonProperty("email") String email,
            @JsonProperty("phone") String phone,
            @JsonProperty("address") String address) {}

    record Answer(
            Shown profile,
            boolean cached,

            @JsonProperty("cached_at") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String cachedAt) {}

    record Batch(
            List<Shown> profiles,
            int count,
            @JsonProperty("cache_hits") long cacheHits,
            @JsonProperty("cache_misses") long cacheMisses) {}

    static Kept kept(KeptProfile profile, Instant now) {
        return new Kept(
                profile.userId(),
                profile.firstName(),
                profile.lastName(),
                profile.email(),
                profile.phone(),
                profile.address(),
                time(now));
    }

    /** The answer to who asked for one that there is. */
    static Answer answer(KeptProfile profile, boolean cached) {
        String cachedAt = cached ? profile.cachedAt().map(ProfileJson::time).orElse(null) : null;
        return new Answer(shown(profile), cached, cachedAt);
    }

    static Batch batch(Collection<Cached<KeptProfile>> found) {
        List<Shown> profiles = found.stream()
                .flatMap(each -> each.value().stream())
                .map(ProfileJson::shown)
                .toList();
        long hits = found.stream().filter(Cached::hit).count();
        return new Batch(profiles, profiles.size(), hits, found.size() - hits);
    }

    private static Shown shown(KeptProfile profile) {
        return new Shown(
                profile.userId(),
                profile.firstName(),
                profile.lastName(),
                profile.email(),
                profile.phone(),
                profile.address());
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
