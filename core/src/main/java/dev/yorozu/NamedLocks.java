package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Locks by name, between threads and servers: each is held by one owner until it is released or its life has passed.
 *
 * <pre>{@code
 * boolean ran = yorozu.locks().run("nightly report", Duration.ofMinutes(5), () -> out.println("reporting"));
 * out.println(ran ? "reported" : "another server reports");
 * }</pre>
 *
 * <p>A life that passes while the owner still works is possible, as with every such lock; {@link HeldLock#release} tells,
 * and a fence lets what the lock guards refuse a late owner. Safe for use by many threads.
 */
public final class NamedLocks {
    private final Locks locks;
    private final Function<String, LockPlace> places;

    private NamedLocks(Builder builder) {
        locks = new Locks(builder.context.store(), builder.context.random());
        places = builder.places == null ? builder::place : builder.places;
    }

    /**
     * Acquires a lock; empty when it is held.
     *
     * @param name any text
     */
    public Optional<HeldLock> tryAcquire(String name, Duration life) {
        return locks.tryAcquire(places.apply(name), life).map(lease -> new HeldLock(locks, lease));
    }

    /** Runs an action while holding a lock; false, and nothing is run, when it is held. */
    public boolean run(String name, Duration life, Runnable action) {
        Optional<HeldLock> held = tryAcquire(name, life);
        if (held.isEmpty()) {
            return false;
        }
        HeldLock lock = held.get();
        try (lock) {
            action.run();
        }
        return true;
    }

    /** What can be chosen of locks. */
    public static final class Builder {
        private final Context context;
        private String app = Context.MAIN;
        private boolean fenced;
        private @Nullable Function<String, LockPlace> places;

        Builder(Context context) {
            this.context = context;
        }

        /** Whose locks these are, where several programs share a store. */
        public Builder app(String name) {
            this.app = name;
            return this;
        }

        /** Numbers the owners of each lock. The count stays for ever, so names must come from a bounded set. */
        public Builder fenced() {
            this.fenced = true;
            return this;
        }

        /** Keeps locks at documented keys. */
        public Builder layout(Function<String, LockPlace> documented) {
            this.places = documented;
            return this;
        }

        NamedLocks build() {
            return new NamedLocks(this);
        }

        private LockPlace place(String name) {
            return new LockPlace(
                    AppKeys.LOCK.key(app, name), fenced ? Optional.of(AppKeys.FENCE.key(app, name)) : Optional.empty());
        }
    }
}
