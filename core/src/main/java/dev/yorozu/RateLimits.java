package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLayout;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.store.Durability;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * How often something may be done: so many times in so much time, for each client, on all servers that share the store.
 *
 * <pre>{@code
 * Decision decision = yorozu.limits().check("login", "2001:db8::1", 10, Duration.ofMinutes(1));
 * out.println(decision.allowed() ? "go on" : "try again in " + decision.retryAfterSeconds() + " s");
 * }</pre>
 *
 * <p>One round trip for each check. By default requests are spread evenly, with the whole limit as the greatest burst
 * ({@link Gcra}), and pass while the store cannot answer ({@link FailMode#OPEN}). Safe for use by many threads.
 */
public final class RateLimits {
    private final Context context;
    private final FailMode failMode;
    private final BiFunction<WindowPolicy, String, Decision> limiter;

    private RateLimits(Builder builder) {
        context = builder.context;
        failMode = builder.failMode;
        String app = builder.app;
        RateLayout even = builder.layout == null ? (name, id) -> AppKeys.LIMIT.key(app, name, id) : builder.layout;
        limiter = builder.windows == null
                ? new Gcra(context.store(), even, context.clock(), builder.durability)::check
                : new FixedWindow(context.store(), builder.windows, context.clock(), builder.durability)::check;
    }

    /**
     * Counts one request of a client, and decides on it.
     *
     * @param name what is limited; any text
     * @param id who is limited: an address, a user; any text
     * @param limit from 1 to 1,000,000
     */
    public Decision check(String name, String id, long limit, Duration window) {
        return check(new WindowPolicy(name, limit, window, failMode), id);
    }

    /** Counts one request of a client, and decides on it, as the policy says. */
    public Decision check(WindowPolicy policy, String id) {
        context.requireOpen();
        return limiter.apply(policy, id);
    }

    /** What can be chosen of limits. */
    public static final class Builder {
        private final Context context;
        private String app = Context.MAIN;
        private FailMode failMode = FailMode.OPEN;
        private Durability durability = Durability.RELAXED;
        private @Nullable RateLayout layout;
        private @Nullable WindowLayout windows;

        Builder(Context context) {
            this.context = context;
        }

        /** Whose limits these are, where several programs share a store. */
        public Builder app(String name) {
            this.app = name;
            return this;
        }

        /** What is decided while the store cannot answer. */
        public Builder failMode(FailMode mode) {
            this.failMode = mode;
            return this;
        }

        /**
         * What a count has reached when its request is decided on; {@link Durability#RELAXED} where nothing is said. With
         * {@link Durability#DEFERRED} a check costs the embedded store least, and a crash forgets what was counted within
         * the last second or so: for rates, not for what somebody has paid for. Limits that fail closed stay relaxed.
         */
        public Builder durability(Durability reached) {
            this.durability = reached;
            return this;
        }

        /** Keeps evenly spread limits at documented keys. */
        public Builder layout(RateLayout documented) {
            this.layout = documented;
            return this;
        }

        /** Counts in fixed windows instead, at documented keys. */
        public Builder fixedWindows(WindowLayout documented) {
            this.windows = documented;
            return this;
        }

        RateLimits build() {
            return new RateLimits(this);
        }
    }
}
