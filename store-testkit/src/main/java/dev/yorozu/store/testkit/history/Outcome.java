package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Commit;
import dev.yorozu.store.Life;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a store made of a step: an answer or a kind of fault. */
record Outcome(Object value) {
    /** The fault's kind stands for it; messages may differ between stores. */
    record Fault(String kind) {}

    /** Anything else that was thrown is a mistake in the store, and agrees with nothing, not even with the same mistake. */
    record Mistake(RuntimeException thrown) {}

    static Outcome of(Supplier<?> call) {
        try {
            return new Outcome(call.get());
        } catch (StoreException e) {
            return new Outcome(new Fault(e.getClass().getSimpleName()));
        } catch (RuntimeException e) {
            return new Outcome(new Mistake(e));
        }
    }

    /** Whether two outcomes are the same, as far as stores with these clocks can agree. */
    boolean agrees(Outcome other, Lives lives) {
        return agree(value, other.value, lives);
    }

    private static boolean agree(Object one, Object two, Lives lives) {
        if (one instanceof Commit.Applied a && two instanceof Commit.Applied b) {
            return agree(a.results(), b.results(), lives);
        }
        if (one instanceof List<?> a && two instanceof List<?> b) {
            return a.size() == b.size() && allAgree(a, b, lives);
        }
        if (one instanceof Optional<?> a && two instanceof Optional<?> b && a.isPresent() && b.isPresent()) {
            return agree(a.get(), b.get(), lives);
        }
        if (one instanceof Life.Ends a && two instanceof Life.Ends b) {
            return near(a.left(), b.left(), lives.tolerance());
        }
        if (!lives.held() && one instanceof Result.Decision a && two instanceof Result.Decision b) {
            return a.allowed() == b.allowed() && a.remaining() == b.remaining();
        }
        return one.equals(two);
    }

    private static boolean allAgree(List<?> a, List<?> b, Lives lives) {
        for (int i = 0; i < a.size(); i++) {
            if (!agree(a.get(i), b.get(i), lives)) {
                return false;
            }
        }
        return true;
    }

    private static boolean near(Duration a, Duration b, Duration tolerance) {
        return a.minus(b).abs().compareTo(tolerance) <= 0;
    }
}
