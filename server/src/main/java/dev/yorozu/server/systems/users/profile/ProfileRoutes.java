package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Directory;
import dev.yorozu.account.Profile;
import dev.yorozu.cache.Cached;
import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.users.Gate;
import dev.yorozu.server.systems.users.UsersErrors;
import dev.yorozu.server.systems.users.profile.Turnstile.Arrival;
import dev.yorozu.store.RoundTrip;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Profiles: one's own to read and write, others' for operators. */
final class ProfileRoutes {
    private static final Problem NO_PROFILE = new Problem(404, "no_profile", "Profile not found");
    private static final Problem HAS_PROFILE = new Problem(409, "has_profile", "Profile already exists");
    private static final Profile.Draft BLANK = new Profile.Draft("", "", "", "");
    private static final int MOST_BYTES = 16 * 1024;

    private final Gate gate;
    private final Turnstile turnstile;
    private final HourlyLimits limits;
    private final Profiles profiles;

    ProfileRoutes(Gate gate, Turnstile turnstile, HourlyLimits limits, Profiles profiles) {
        this.gate = gate;
        this.turnstile = turnstile;
        this.limits = limits;
        this.profiles = profiles;
    }

    /** One trip to the store when the profile is in the cache. */
    Reply own(Call call) throws Exception {
        Arrival arrival = turnstile.arrive(call);
        RoundTrip.Answer<Cached<KeptProfile>> profile = profiles.find(arrival.trip(), UUID.fromString(arrival.user()));
        return turnstile.pass(arrival, limits.of(Endpoint.PROFILE), passage -> shown(profile.get()));
    }

    /** The same for anybody's profile, to themselves and to operators. */
    Reply anybodys(Call call) throws Exception {
        Arrival arrival = turnstile.arrive(call);
        UUID user = UserIds.parameter(call);
        RoundTrip.Answer<Cached<KeptProfile>> profile = profiles.find(arrival.trip(), user);
        return turnstile.pass(arrival, limits.of(Endpoint.PROFILE), passage -> {
            if (!passage.caller().user().equals(user.toString()) && !gate.isAdmin(passage.caller())) {
                throw UsersErrors.FORBIDDEN.exception();
            }
            return shown(profile.get());
        });
    }

    private static Reply shown(Cached<KeptProfile> cached) {
        KeptProfile profile = cached.value().orElseThrow(NO_PROFILE::exception);
        return Reply.json(200, ProfileJson.answer(profile, cached.hit())).unkept();
    }

    Reply create(Call call) throws Exception {
        Arrival arrival = turnstile.arrive(call);
        return turnstile.pass(arrival, limits.of(Endpoint.PROFILE_UPDATE), passage -> {
            Profile.Draft draft = ProfileFields.change(call).apply(BLANK);
            KeptProfile profile =
                    profiles.create(UUID.fromString(arrival.user()), draft).orElseThrow(HAS_PROFILE::exception);
            return Reply.json(201, ProfileJson.answer(profile, false)).unkept();
        });
    }

    Reply change(Call call) throws Exception {
        Arrival arrival = turnstile.arrive(call);
        return turnstile.pass(arrival, limits.of(Endpoint.PROFILE_UPDATE), passage -> {
            UnaryOperator<Profile.Draft> change = ProfileFields.change(call);
            KeptProfile profile =
                    profiles.change(UUID.fromString(arrival.user()), change).orElseThrow(NO_PROFILE::exception);
            return Reply.json(200, ProfileJson.answer(profile, false)).unkept();
        });
    }

    /** Many at once, for operators. */
    Reply batch(Call call) throws Exception {
        Arrival arrival = turnstile.arrive(call);
        return turnstile.pass(arrival, limits.of(Endpoint.PROFILE_BATCH), passage -> {
            if (!gate.isAdmin(passage.caller())) {
                throw UsersErrors.FORBIDDEN.exception();
            }
            return Reply.json(200, ProfileJson.batch(profiles.all(users(call)))).unkept();
        });
    }

    private static List<UUID> users(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        List<String> texts = fields.texts("user_ids", Directory.MOST_PROFILES);
        List<UUID> users =
                texts.stream().flatMap(text -> UserIds.parse(text).stream()).toList();
        fields.isFine("user_ids", users.size() == texts.size(), "must be UUIDs");
        fields.check();
        return users;
    }
}
