package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.TOTAL_COPY_WRONG;

import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;

/** Looks at what a service holds, and whether its record tells how much that is. */
final class ContentCheck {
    private final TotalCheck totals;
    private final RankingCheck rankings;
    private final BoardCheck boards;

    ContentCheck(Store store, IntegrityPolicy policy) {
        totals = new TotalCheck(store, policy);
        rankings = new RankingCheck(store);
        boards = new BoardCheck(store);
    }

    List<Flaw> look(Service service, Seen.Text record) {
        return switch (service.kind()) {
            case COUNTER, LIKE -> totals.look(service, record);
            case RANKING -> rankings.look(service, record);
            case BOARD -> boards.look(service, record);
        };
    }

    /**
     * The record's copy of how much a service holds is wrong. It is counted anew by the store, next to the data.
     *
     * @param proof that it is so
     * @param counted a write that changes nothing, and after which the store can count
     */
    static Flaw wrongCopy(Service service, Seen.Text record, List<Guard> proof, Write counted) {
        Kind kind = service.kind();
        List<Guard> all = new ArrayList<>(record.unchanged());
        all.addAll(proof);
        Key counting = counted.key();
        return Flaw.repairable(
                TOTAL_COPY_WRONG,
                kind,
                service.id(),
                record.key(),
                "The record's " + kind.total() + " is not what the service holds.",
                "count anew",
                all,
                counted,
                new Write.Amend(record.key(), List.of(Fields.tally(kind.total(), counting))));
    }
}
