package dev.yorozu.store.testkit.nostalgic;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * Counters and likes on a store. A store's test extends this and says how to open it.
 *
 * <p>The store keeps real time. Counters and likes are given clocks of their own, so that tests need not wait.
 */
public abstract class CountingContract {
    /** The store under test; the same one during a test. It may be shared between tests and hold other keys. */
    protected abstract Store store();

    @Nested
    class CounterLives extends CounterLifeContract {
        CounterLives() {
            super(CountingContract.this);
        }
    }

    @Nested
    class LikeLives extends LikeLifeContract {
        LikeLives() {
            super(CountingContract.this);
        }
    }

    @Nested
    class VisitRaces extends CountingRaceContract {
        VisitRaces() {
            super(CountingContract.this);
        }
    }

    @Nested
    class ServiceRaces extends ServiceRaceContract {
        ServiceRaces() {
            super(CountingContract.this);
        }
    }

    @Nested
    class Faults extends CountingFaultContract {
        Faults() {
            super(CountingContract.this);
        }
    }

    @Nested
    class DayBoundaries extends DayBoundaryContract {
        DayBoundaries() {
            super(CountingContract.this);
        }
    }

    @Nested
    class LegacyServices extends LegacyServicesContract {
        LegacyServices() {
            super(CountingContract.this);
        }
    }

    @Nested
    class Sums extends SumsContract {
        Sums() {
            super(CountingContract.this);
        }
    }

    @Nested
    class Interleavings extends ServiceInterleavingsContract {
        Interleavings() {
            super(CountingContract.this);
        }
    }
}
