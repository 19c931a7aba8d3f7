package dev.yorozu.server.operate.transport;

import dev.yorozu.server.access.AttemptLimiter;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Problem;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Stands before all that is for operators: a call passes with the admin token only, wherever it comes from.
 *
 * <p>The admin interface and the console share one, so that wrong tokens at one of them count at both. Safe for use by many
 * threads.
 */
public final class AdminGate {
    private static final String SCHEME = "Bearer ";

    private final AdminToken token;
    private final ClientAddress addresses;
    private final AttemptLimiter attempts;

    public AdminGate(AdminToken token, ClientAddress addresses, InstantSource clock) {
        this.token = token;
        this.addresses = addresses;
        this.attempts = new AttemptLimiter(clock);
    }

    /** What comes of presenting a token. */
    public sealed interface Verdict {
        record Right() implements Verdict {}

        record Wrong() implements Verdict {}

        /** Too many wrong ones came from this address; this one was not looked at. */
        record Wait(Duration left) implements Verdict {
            /** In whole seconds, at least one, as {@code Retry-After} says it. */
            public String seconds() {
                return Long.toString(Math.max(1, left.toSeconds() + 1));
            }
        }
    }

    /**
     * Judges what a call presents as the token. One that presents nothing is wrong too, but no guess: it does not count.
     *
     * @param presented empty when there was nothing
     */
    public Verdict judge(Call call, Optional<String> presented) {
        if (presented.filter(text -> !text.isEmpty()).isEmpty()) {
            return new Verdict.Wrong();
        }
        InetAddress address = addresses.of(call);
        Optional<Duration> wait = attempts.wait(address);
        if (wait.isPresent()) {
            return new Verdict.Wait(wait.get());
        }
        if (presented.filter(token::matches).isPresent()) {
            return new Verdict.Right();
        }
        attempts.count(address);
        return new Verdict.Wrong();
    }

    /** A digest of the address that a call came from. */
    public String client(Call call) {
        return addresses.id(call);
    }

    /** The endpoint behind this gate; no reply may be kept by a cache. */
    public Endpoint guard(Endpoint endpoint) {
        return call -> switch (judge(call, bearer(call))) {
            case Verdict.Right right -> endpoint.answer(call).with("Cache-Control", "no-store");
            case Verdict.Wrong wrong ->
                new Problem(
                                401,
                                "unauthorized",
                                "The admin token is missing or wrong: send the header Authorization: Bearer TOKEN.")
                        .reply()
                        .with("WWW-Authenticate", "Bearer realm=\"yorozu-admin\"");
            case Verdict.Wait wait ->
                new Problem(429, "too_many_tries", "Too many wrong tokens came from this address: wait.")
                        .reply()
                        .with("Retry-After", wait.seconds());
        };
    }

    private static Optional<String> bearer(Call call) {
        return call.header("Authorization")
                .filter(header -> header.startsWith(SCHEME))
                .map(header -> header.substring(SCHEME.length()));
    }
}
