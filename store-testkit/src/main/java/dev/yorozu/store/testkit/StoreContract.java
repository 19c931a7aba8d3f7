package dev.yorozu.store.testkit;

import dev.yorozu.store.Store;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What every store must do, whatever its engine. A store's test extends this and says how to open it.
 *
 * <p>Each test works in a partition of its own, so that stores may be shared between tests and hold other keys. Stores
 * must be opened with the default {@link dev.yorozu.store.Limits}.
 */
public abstract class StoreContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    /** Another store of this kind, which the test closes. */
    protected abstract Store openAnother();

    /** The clock of the store under test, where it can be held; without it, tests use short real lives and wait. */
    protected Optional<HeldClock> clock() {
        return Optional.empty();
    }

    @Nested
    class Values extends ValuesContract {
        Values() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Expiries extends ExpiryContract {
        Expiries() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Amendments extends AmendContract {
        Amendments() {
            super(StoreContract.this);
        }
    }

    @Nested
    class AmendingBatches extends AmendBatchesContract {
        AmendingBatches() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Counters extends CountersContract {
        Counters() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Sets extends SetsContract {
        Sets() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Ranks extends RanksContract {
        Ranks() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Lists extends ListsContract {
        Lists() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Hashes extends HashesContract {
        Hashes() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Guards extends GuardsContract {
        Guards() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Places extends WithinContract {
        Places() {
            super(StoreContract.this);
        }
    }

    @Nested
    class RankGuards extends RankGuardsContract {
        RankGuards() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Batches extends BatchesContract {
        Batches() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Types extends TypesContract {
        Types() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Throttles extends ThrottleContract {
        Throttles() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Bounds extends LimitsContract {
        Bounds() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Scans extends ScanContract {
        Scans() {
            super(StoreContract.this);
        }
    }

    @Nested
    class ManyReads extends ReadAllContract {
        ManyReads() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Races extends ConcurrencyContract {
        Races() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Openness extends OpennessContract {
        Openness() {
            super(StoreContract.this);
        }
    }
}
