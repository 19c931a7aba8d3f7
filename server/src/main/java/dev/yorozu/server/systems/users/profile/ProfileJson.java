package dev.yorozu.server.systems.users.profile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.yorozu.cache.Cached;
import dev.yorozu.date.Iso;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What is answered about profiles, as JSON names it; times are ISO 8601 in UTC. */
public final class ProfileJson {
    private ProfileJson() {}

    /** A profile with the time at which its copy was made, as the cache keeps it. */
    @JsonNaming(SnakeCaseStrategy.class)
    record Kept(@JsonUnwrapped KeptProfile profile, String cachedAt) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record Answer(
            KeptProfile profile,
            boolean cached,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String cachedAt) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record Batch(List<KeptProfile> profiles, int count, long cacheHits, long cacheMisses) {}

    static Kept kept(KeptProfile profile, Instant now) {
        return new Kept(profile, time(now));
    }

    /** The answer to who asked for one that there is. */
    public static Answer answer(KeptProfile profile, boolean cached) {
        String cachedAt = cached ? profile.cachedAt().map(ProfileJson::time).orElse(null) : null;
        return new Answer(profile, cached, cachedAt);
    }

    public static Batch batch(Collection<Cached<KeptProfile>> found) {
        List<KeptProfile> profiles =
                found.stream().flatMap(each -> each.value().stream()).toList();
        long hits = found.stream().filter(Cached::hit).count();
        return new Batch(profiles, profiles.size(), hits, found.size() - hits);
    }

    private static String time(Instant instant) {
        return Iso.brief(instant);
    }
}
