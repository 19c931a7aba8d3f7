package dev.yorozu.store.testkit.token;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What refresh tokens and access tokens must do on every store. A store's test extends this and says how to open it.
 *
 * <p>Each test works for users of its own, so that a store may be shared between tests and hold other keys.
 */
public abstract class TokensContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    /** The clock of the store under test, where it can be held. */
    protected Optional<HeldClock> clock() {
        return Optional.empty();
    }

    @Nested
    class Records extends RecordsContract {
        Records() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Rotations extends RotationsContract {
        Rotations() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Reuse extends ReuseContract {
        Reuse() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Ends extends EndsContract {
        Ends() {
            super(TokensContract.this);
        }
    }

    @Nested
    class AccessChecks extends AccessContract {
        AccessChecks() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Operators extends OperatorsContract {
        Operators() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Legacy extends LegacyContract {
        Legacy() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Emptied extends EmptiedContract {
        Emptied() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Bounds extends BoundsContract {
        Bounds() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Races extends RacesContract {
        Races() {
            super(TokensContract.this);
        }
    }

    @Nested
    class EndRaces extends EndRacesContract {
        EndRaces() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Interleavings extends InterleavingsContract {
        Interleavings() {
            super(TokensContract.this);
        }
    }

    @Nested
    class Faults extends FaultsContract {
        Faults() {
            super(TokensContract.this);
        }
    }

    @Nested
    class ChainedTokens extends ChainsContract {
        ChainedTokens() {
            super(TokensContract.this);
        }
    }
}
