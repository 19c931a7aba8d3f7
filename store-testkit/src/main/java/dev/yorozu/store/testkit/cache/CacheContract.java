package dev.yorozu.store.testkit.cache;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * What caches must do on every store. A store's test extends this and says how to open it.
 *
 * <p>The store keeps real time. Each test works with an id of its own, so that a store may be shared between tests and
 * hold other keys; only cached profiles of others may be deleted.
 */
public abstract class CacheContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    @Nested
    class Copies extends CopiesContract {
        Copies() {
            super(CacheContract.this);
        }
    }

    @Nested
    class SharedLoads extends SharedLoadsContract {
        SharedLoads() {
            super(CacheContract.this);
        }
    }

    @Nested
    class LateReaders extends LateReadersContract {
        LateReaders() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Changes extends ChangesContract {
        Changes() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Bars extends BarsContract {
        Bars() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Leases extends LeasesContract {
        Leases() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Batches extends BatchesContract {
        Batches() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Clearings extends ClearingsContract {
        Clearings() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Faults extends FaultsContract {
        Faults() {
            super(CacheContract.this);
        }
    }

    @Nested
    class Races extends RacesContract {
        Races() {
            super(CacheContract.this);
        }
    }
}
