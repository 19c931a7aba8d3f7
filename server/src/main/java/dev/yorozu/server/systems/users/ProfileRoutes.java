package dev.yorozu.server.systems.users;

import dev.yorozu.account.Directory;
import dev.yorozu.account.Profile;
import dev.yorozu.cache.Cached;
import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.users.HourlyLimits.LimitedCall;
import dev.yorozu.server.systems.users.profile.KeptProfile;
import dev.yorozu.server.systems.users.profile.ProfileFields;
import dev.yorozu.server.systems.users.profile.ProfileJson;
import dev.yorozu.server.systems.users.profile.Profiles;
import dev.yorozu.store.RoundTrip;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Profiles: one's own to read and write, others' for operators. */
record ProfileRoutes(Gate<Caller> gate, HourlyLimits limits, Profiles profiles) {
    private static final Problem NO_PROFILE = new Problem(404, "no_profile", "Profile not found");
    private static final Problem HAS_PROFILE = new Problem(409, "has_profile", "Profile already exists");
    private static final Problem MALFORMED_USER = Problem.badRequest("user_id must be a UUID");
    private static final Profile.Draft BLANK = new Profile.Draft("", "", "", "");
    private static final int MOST_BYTES = 16 * 1024;

    void declare(Routes routes) {
        routes.get("/profile", limits.limited(this::own));
        routes.post("/profile", limits.limited(this::create));
        routes.put("/profile", limits.limited(this::change));
        routes.get("/profiles/{user_id}", limits.limited(this::anybodys));
        routes.post("/profiles/batch", limits.limited(this::batch));
    }

    /** One trip to the store when the profile is in the cache. */
    private Reply own(Call call, LimitedCall limited) {
        RoundTrip.Answer<Cached<KeptProfile>> profile = profiles.find(limited.trip(), limited.user());
        limited.admit(Endpoint.PROFILE);
        return shown(profile.get());
    }

    /** The same for anybody's profile, to themselves and to operators. */
    private Reply anybodys(Call call, LimitedCall limited) {
        UUID user = user(call);
        RoundTrip.Answer<Cached<KeptProfile>> profile = profiles.find(limited.trip(), user);
        Caller caller = limited.admit(Endpoint.PROFILE);
        if (!caller.user().equals(user.toString())) {
            gate.requireOperator(caller);
        }
        return shown(profile.get());
    }

    /** The user that the path names; the call ends with status 400 when it names none. */
    static UUID user(Call call) {
        return UsersAccess.uuid(call.parameter("user_id")).orElseThrow(MALFORMED_USER::exception);
    }

    private static Reply shown(Cached<KeptProfile> cached) {
        KeptProfile profile = cached.value().orElseThrow(NO_PROFILE::exception);
        return UsersJson.reply(ProfileJson.answer(profile, cached.hit()));
    }

    private Reply create(Call call, LimitedCall limited) throws IOException {
        limited.admit(Endpoint.PROFILE_UPDATE);
        Profile.Draft draft = ProfileFields.change(call).apply(BLANK);
        KeptProfile profile = profiles.create(limited.user(), draft).orElseThrow(HAS_PROFILE::exception);
        return Reply.json(201, ProfileJson.answer(profile, false)).unkept();
    }

    private Reply change(Call call, LimitedCall limited) throws IOException {
        limited.admit(Endpoint.PROFILE_UPDATE);
        UnaryOperator<Profile.Draft> change = ProfileFields.change(call);
        KeptProfile profile = profiles.change(limited.user(), change).orElseThrow(NO_PROFILE::exception);
        return UsersJson.reply(ProfileJson.answer(profile, false));
    }

    /** Many at once, for operators. */
    private Reply batch(Call call, LimitedCall limited) throws IOException {
        gate.requireOperator(limited.admit(Endpoint.PROFILE_BATCH));
        return UsersJson.reply(ProfileJson.batch(profiles.all(users(call))));
    }

    private static List<UUID> users(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        List<String> texts = fields.texts("user_ids", Directory.MOST_PROFILES);
        List<UUID> users =
                texts.stream().flatMap(text -> UsersAccess.uuid(text).stream()).toList();
        fields.isFine("user_ids", users.size() == texts.size(), "must be UUIDs");
        fields.check();
        return users;
    }
}
