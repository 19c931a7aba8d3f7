package dev.yorozu.store.testkit.session;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What sessions and locks must do on every store. A store's test extends this and says how to open it.
 *
 * <p>Each test works for a user of its own, so that a store may be shared between tests and hold other keys.
 */
public abstract class SessionsContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    /** The clock of the store under test, where it can be held; without it, tests use short real lives and wait. */
    protected Optional<HeldClock> clock() {
        return Optional.empty();
    }

    @Nested
    class Records extends RecordsContract {
        Records() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Times extends TimesContract {
        Times() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Caps extends CapsContract {
        Caps() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Ends extends EndsContract {
        Ends() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Legacy extends LegacyContract {
        Legacy() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Races extends RacesContract {
        Races() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Interleavings extends InterleavingsContract {
        Interleavings() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Faults extends FaultsContract {
        Faults() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class OfUsers extends UsersContract {
        OfUsers() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class OfOtherPrograms extends StraysContract {
        OfOtherPrograms() {
            super(SessionsContract.this);
        }
    }

    @Nested
    class Locking extends LocksContract {
        Locking() {
            super(SessionsContract.this);
        }
    }
}
