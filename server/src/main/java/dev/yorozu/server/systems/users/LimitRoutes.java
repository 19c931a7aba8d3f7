package dev.yorozu.server.systems.users;

import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.limit.Decision;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.util.Optional;

/** Limits for what other programs do: they ask here before they do it, and the asking counts. */
record LimitRoutes(HourlyLimits limits) {
    private static final int MOST_BYTES = 1024;
    private static final int LONGEST_ENDPOINT = 100;

    void declare(Routes routes) {
        routes.post("/limits/check", limits.limited(this::check));
    }

    /** @param reset in seconds since 1970 */
    private record Answer(boolean allowed, long limit, long remaining, long reset) {}

    private Reply check(Call call, HourlyLimits.LimitedCall limited) throws IOException {
        limited.admit(endpoint(call));
        Decision decision = limited.decision();
        long reset = LimitHeaders.epochSecond(decision.reset());
        return UsersJson.reply(new Answer(true, decision.limit(), decision.remaining(), reset));
    }

    /** One of those that are limited by user; sign-ins are limited by address, before anybody is signed in. */
    private static Endpoint endpoint(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        Optional<Endpoint> endpoint =
                Endpoint.of(fields.required("endpoint", LONGEST_ENDPOINT)).filter(each -> each != Endpoint.LOGIN);
        fields.isFine("endpoint", endpoint.isPresent(), "is not limited by user");
        fields.check();
        return endpoint.orElseThrow();
    }
}
