package dev.yorozu.store.testkit.seat;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What seats must do on every store. A store's test extends this and says how to open it.
 *
 * <p>Each test works for users of its own, so that a store may be shared between tests and hold other keys.
 */
public abstract class SeatsContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    /** The clock of the store under test, where it can be held. */
    protected Optional<HeldClock> clock() {
        return Optional.empty();
    }

    @Nested
    class Takes extends TakesContract {
        Takes() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Ends extends EndsContract {
        Ends() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Shapes extends ShapesContract {
        Shapes() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Legacy extends LegacyContract {
        Legacy() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Races extends RacesContract {
        Races() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Interleavings extends InterleavingsContract {
        Interleavings() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Faults extends FaultsContract {
        Faults() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Checks extends ChecksContract {
        Checks() {
            super(SeatsContract.this);
        }
    }

    @Nested
    class Refreshes extends RefreshesContract {
        Refreshes() {
            super(SeatsContract.this);
        }
    }
}
