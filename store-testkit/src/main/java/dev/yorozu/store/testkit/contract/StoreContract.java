package dev.yorozu.store.testkit.contract;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * What every store must do, whatever its engine. A store's test extends this and says how to open it.
 *
 * <p>Each test works in a partition of its own, so that stores may be shared between tests and hold other keys. Stores
 * must be opened with the default {@link dev.yorozu.store.backend.Limits}.
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
    class Values extends ValuesContract {}

    @Nested
    class Expiries extends ExpiryContract {}

    @Nested
    class Amendments extends AmendContract {}

    @Nested
    class AmendingBatches extends AmendBatchesContract {}

    @Nested
    class Counters extends CountersContract {}

    @Nested
    class DeferredCounts extends DeferredContract {}

    @Nested
    class Sets extends SetsContract {}

    @Nested
    class Ranks extends RanksContract {}

    @Nested
    class Lists extends ListsContract {}

    @Nested
    class Hashes extends HashesContract {}

    @Nested
    class Guards extends GuardsContract {}

    @Nested
    class Places extends WithinContract {}

    @Nested
    class RankGuards extends RankGuardsContract {}

    @Nested
    class Elements extends ElementAtContract {}

    @Nested
    class Batches extends BatchesContract {}

    @Nested
    class Types extends TypesContract {}

    @Nested
    class Throttles extends ThrottleContract {}

    @Nested
    class Bounds extends LimitsContract {}

    @Nested
    class Scans extends ScanContract {}

    @Nested
    class ManyReads extends ReadAllContract {}

    @Nested
    class FormedReads extends FormedContract {}

    @Nested
    class RoundTrips extends RoundTripContract {}

    @Nested
    class Races extends ConcurrencyContract {}

    @Nested
    class Programs extends ProgramsContract {}

    @Nested
    class Openness extends OpennessContract {}
}
