package dev.yorozu.store.testkit.login;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What logins must do on every store. A store's test extends this and says how to open it.
 *
 * <p>Each test works for users of its own, so that a store may be shared between tests and hold other keys.
 */
public abstract class LoginsContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    /** The clock of the store under test, where it can be held. */
    protected Optional<HeldClock> clock() {
        return Optional.empty();
    }

    @Nested
    class SignIns extends SignInsContract {
        SignIns() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Checks extends ChecksContract {
        Checks() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Refreshes extends RefreshesContract {
        Refreshes() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Samples extends SamplesContract {
        Samples() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Races extends RacesContract {
        Races() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Interleavings extends InterleavingsContract {
        Interleavings() {
            super(LoginsContract.this);
        }
    }

    @Nested
    class Faults extends FaultsContract {
        Faults() {
            super(LoginsContract.this);
        }
    }
}
