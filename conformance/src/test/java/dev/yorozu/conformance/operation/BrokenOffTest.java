package dev.yorozu.conformance.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every operation of every capability, cut off at each of its calls to the store. Where the fault says that nothing was
 * changed, a look at all keys shows the same as before.
 */
class BrokenOffTest {
    /** More calls than any operation here makes. */
    private static final int MOST_CALLS = 200;

    private static final Set<Category> UNASKED =
            EnumSet.of(Category.RATE_LIMIT, Category.LOCK, Category.CACHE, Category.STATISTICS);

    private final HeldClock clock = HeldClock.start();

    /** What became of an operation that was cut off. */
    private enum End {
        DONE,
        NOTHING,
        UNKNOWN
    }

    @ParameterizedTest
    @EnumSource
    void thatNothingWasChangedIsSaidOnlyWhereItIsSo(Operations operation) {
        Store store = fresh();
        var action = operation.prepare(store, clock);
        FaultyStore counting = FaultyStore.counting(store);
        action.accept(counting);
        int calls = counting.calls();
        Set<End> refused = EnumSet.noneOf(End.class);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= calls; call++) {
                End end = cutOff(operation, fault, call);
                if (fault == Fault.REFUSED) {
                    refused.add(end);
                }
            }
        }
        assertThat(calls).isLessThan(MOST_CALLS);
        if (operation.takesSteps()) {
            assertThat(refused).as("it was cut off between two steps").contains(End.UNKNOWN);
        }
    }

    private MemoryStore fresh() {
        return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    private End cutOff(Operations operation, Fault fault, int call) {
        Store store = fresh();
        var action = operation.prepare(store, clock);
        Map<String, Object> before = content(store);
        Store faulty = UnitOfWork.tracked(FaultyStore.failing(store, fault, call));
        try {
            UnitOfWork.run(() -> {
                action.accept(faulty);
                return true;
            });
            return End.DONE;
        } catch (StoreException.Unavailable nothing) {
            assertThat(content(store)).as(fault + " at call " + call).isEqualTo(before);
            return End.NOTHING;
        } catch (StoreException.OutcomeUnknown unknown) {
            return End.UNKNOWN;
        }
    }

    /** All keys and what they hold, but for those that nobody asks about. */
    private static Map<String, Object> content(Store store) {
        Map<String, Object> content = new TreeMap<>();
        for (Key key : store.scan(Scan.of("", 10_000)).keys()) {
            Category category = Keyspace.schema()
                    .match(key.name())
                    .map(KeyPattern::category)
                    .orElse(Category.OTHER);
            if (!UNASKED.contains(category)) {
                content.put(key.name(), value(store, key));
            }
        }
        return content;
    }

    private static Object value(Store store, Key key) {
        return switch (store.type(key).orElseThrow()) {
            case STRING -> store.get(key);
            case SET -> store.members(key);
            case RANK -> store.ranks(key, Order.RISING, 0, -1);
            case LIST -> store.slice(key, 0, -1);
            case HASH -> store.fields(key);
        };
    }
}
