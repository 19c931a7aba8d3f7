package dev.yorozu.server.admin;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Lets only those pass who present the admin token, from wherever they call. */
final class Gatekeeper {
    private static final String SCHEME = "Bearer ";

    private final AdminToken token;
    private final FailedTries tries;

    Gatekeeper(AdminToken token, InstantSource clock) {
        this.token = token;
        this.tries = new FailedTries(clock);
    }

    /** The endpoint behind this gate; no reply may be kept by a cache. */
    Endpoint guard(Endpoint endpoint) {
        return call -> {
            Optional<Reply> refusal = refusal(call);
            return refusal.isPresent() ? refusal.get() : endpoint.answer(call).with("Cache-Control", "no-store");
        };
    }

    private Optional<Reply> refusal(Call call) {
        Optional<Duration> wait = tries.wait(call.remoteAddress());
        if (wait.isPresent()) {
            long seconds = Math.max(1, wait.get().toSeconds() + 1);
            return Optional.of(new Problem(429, "too_many_tries", "Too many wrong tokens came from this address: wait.")
                    .reply()
                    .with("Retry-After", Long.toString(seconds)));
        }
        String presented = call.header("Authorization").orElse("");
        if (presented.startsWith(SCHEME) && token.matches(presented.substring(SCHEME.length()))) {
            return Optional.empty();
        }
        tries.count(call.remoteAddress());
        return Optional.of(new Problem(
                        401,
                        "unauthorized",
                        "The admin token is missing or wrong: send the header Authorization: Bearer TOKEN.")
                .reply()
                .with("WWW-Authenticate", "Bearer realm=\"yorozu-admin\""));
    }
}
