package dev.yorozu.server.systems.users.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.yorozu.account.Profile;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A profile as the cache knows it and as people are shown it. Texts that nobody told are empty.
 *
 * @param cachedAt when the copy was made; empty for what was just loaded, and for a copy that does not say
 */
@JsonNaming(SnakeCaseStrategy.class)
public record KeptProfile(
        String userId,
        String firstName,
        String lastName,
        String email,
        String phone,
        String address,
        @JsonIgnore Optional<Instant> cachedAt) {

    static KeptProfile of(Profile profile) {
        return new KeptProfile(
                profile.user().toString(),
                profile.firstName(),
                profile.lastName(),
                profile.email(),
                profile.phone(),
                profile.address(),
                Optional.empty());
    }

    /** Shows nothing that a person told. */
    @Override
    public String toString() {
        return "KeptProfile[" + userId + "]";
    }
}
