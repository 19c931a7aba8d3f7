package dev.yorozu.store.testkit.nostalgic;

import dev.yorozu.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * Rankings and boards on a store. A store's test extends this and says how to open it.
 *
 * <p>The store keeps real time. Rankings and boards are given clocks of their own, so that tests need not wait.
 */
public abstract class RankingsAndBoardsContract {
    /** The store under test; the same one during a test. It may be shared between tests and hold other keys. */
    protected abstract Store store();

    @Nested
    class Rankings extends RankingContract {
        Rankings() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class RankingRaces extends RankingRaceContract {
        RankingRaces() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class RankingFaults extends RankingFaultContract {
        RankingFaults() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class EarlierRankings extends EarlierRankingContract {
        EarlierRankings() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class Boards extends BoardContract {
        Boards() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class BoardEdits extends BoardEditContract {
        BoardEdits() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class BoardRaces extends BoardRaceContract {
        BoardRaces() {
            super(RankingsAndBoardsContract.this);
        }
    }

    @Nested
    class BoardFaults extends BoardFaultContract {
        BoardFaults() {
            super(RankingsAndBoardsContract.this);
        }
    }
}
