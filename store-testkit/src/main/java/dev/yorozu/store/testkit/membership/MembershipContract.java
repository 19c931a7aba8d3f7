package dev.yorozu.store.testkit.membership;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * What memberships and quotas must do on every store. A store's test extends this and says how to open it.
 *
 * <p>The store keeps real time. Each test works with a patron of its own, so that a store may be shared between tests and
 * hold other keys.
 */
public abstract class MembershipContract {
    /** The store under test; the same one during a test. */
    protected abstract Store store();

    @Nested
    class Kept extends KeptContract {
        Kept() {
            super(MembershipContract.this);
        }
    }

    @Nested
    class Drops extends DropsContract {
        Drops() {
            super(MembershipContract.this);
        }
    }

    @Nested
    class Usages extends QuotasContract {
        Usages() {
            super(MembershipContract.this);
        }
    }
}
