package dev.yorozu.store.testkit.integrity;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * The integrity check, its repairs and complete deletion on a store. A store's test extends this and says how to open it.
 */
public abstract class IntegrityContract {
    /** The store under test; the same one during a test. It may be shared between tests and hold other keys. */
    protected abstract Store store();

    @Nested
    class Places extends PlacesContract {
        Places() {
            super(IntegrityContract.this);
        }
    }

    @Nested
    class Contents extends ContentsContract {
        Contents() {
            super(IntegrityContract.this);
        }
    }

    @Nested
    class Keys extends KeysContract {
        Keys() {
            super(IntegrityContract.this);
        }
    }

    @Nested
    class Erasures extends ErasureContract {
        Erasures() {
            super(IntegrityContract.this);
        }
    }

    @Nested
    class Traffic extends TrafficContract {
        Traffic() {
            super(IntegrityContract.this);
        }
    }
}
