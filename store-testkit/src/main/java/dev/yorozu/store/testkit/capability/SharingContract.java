package dev.yorozu.store.testkit.capability;

import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * Limits, tries, share links and the audit log on a store. A store's test extends this and says how to open it.
 *
 * <p>The store keeps real time. The capabilities are given clocks of their own, so that tests need not wait.
 */
public abstract class SharingContract {
    /** The store under test; the same one during a test. It may be shared between tests and hold other keys. */
    protected abstract Store store();

    /** Another store of this kind, which the test closes. */
    protected abstract Store openAnother();

    @Nested
    class Limits extends LimitContract {
        Limits() {
            super(SharingContract.this);
        }
    }

    @Nested
    class HourlyLimits extends HourlyLimitContract {
        HourlyLimits() {
            super(SharingContract.this);
        }
    }

    @Nested
    class RecordedLimits extends RecordedLimitContract {
        RecordedLimits() {
            super(SharingContract.this);
        }
    }

    @Nested
    class TriesOfSubjects extends TriesContract {
        TriesOfSubjects() {
            super(SharingContract.this);
        }
    }

    @Nested
    class Links extends LinkContract {
        Links() {
            super(SharingContract.this, Storage.DOCUMENTED);
        }
    }

    @Nested
    class HardenedLinks extends LinkContract {
        HardenedLinks() {
            super(SharingContract.this, Storage.HARDENED);
        }
    }

    @Nested
    class LinkRaces extends LinkRaceContract {
        LinkRaces() {
            super(SharingContract.this, Storage.DOCUMENTED);
        }
    }

    @Nested
    class HardenedLinkRaces extends LinkRaceContract {
        HardenedLinkRaces() {
            super(SharingContract.this, Storage.HARDENED);
        }
    }

    @Nested
    class LinkFaults extends LinkFaultContract {
        LinkFaults() {
            super(SharingContract.this, Storage.DOCUMENTED);
        }
    }

    @Nested
    class HardenedLinkFaults extends LinkFaultContract {
        HardenedLinkFaults() {
            super(SharingContract.this, Storage.HARDENED);
        }
    }

    @Nested
    class AuditSecrecy extends AuditSecrecyContract {
        AuditSecrecy() {
            super(SharingContract.this, Storage.DOCUMENTED);
        }
    }

    @Nested
    class Audits extends AuditContract {
        Audits() {
            super(SharingContract.this);
        }
    }
}
