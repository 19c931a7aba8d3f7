package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Places;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proves what a look found, and does something about it. */
final class Repairs {
    /** A place where every proof fails because it keeps changing is alive, and what is alive sets itself right. */
    private static final int MOST_TRIES = 5;

    /** What leads nowhere, belongs to nobody or cannot be read. */
    static final Set<Damage> INVALID = EnumSet.of(
            Damage.MAPPING_WITHOUT_SERVICE,
            Damage.MAPPING_ASTRAY,
            Damage.SERVICE_WITHOUT_MAPPING,
            Damage.ADDRESS_TAKEN,
            Damage.INDEX_WITHOUT_SERVICE,
            Damage.LEFTOVER,
            Damage.RECORD_LOST,
            Damage.RECORD_UNREADABLE,
            Damage.MESSAGE_UNREADABLE);

    /** What is done about what is found. */
    enum Treatment {
        NONE,
        /** Repairs what can be repaired without doubt. */
        REPAIR,
        /** Removes what leads nowhere, belongs to nobody or cannot be read, and leaves other damage alone. */
        CLEAR
    }

    private final Store store;
    private final Checks checks;
    private final Erasure erasure;

    Repairs(Store store, Checks checks) {
        this.store = store;
        this.checks = checks;
        this.erasure = new Erasure(store);
    }

    /** What is wrong at a place, after the treatment. */
    List<Finding> examine(Place place, Treatment treatment) {
        List<Finding> findings = new ArrayList<>();
        for (Flaw flaw : checks.look(place)) {
            examine(place, flaw, treatment).ifPresent(findings::add);
        }
        return findings;
    }

    private Optional<Finding> examine(Place place, Flaw first, Treatment treatment) {
        Optional<Flaw> flaw = Optional.of(first);
        for (int i = 0; i < MOST_TRIES && flaw.isPresent(); i++) {
            Optional<Finding> outcome = treat(flaw.get(), treatment);
            if (outcome.isPresent()) {
                return outcome;
            }
            flaw = checks.look(place).stream()
                    .filter(again -> again.damage() == first.damage()
                            && again.finding().key().equals(first.finding().key()))
                    .findFirst();
        }
        // Still wrong at the last look, yet never the same for two moments: worth telling only of who waited for it.
        return treatment == Treatment.NONE || flaw.isEmpty()
                ? Optional.empty()
                : Optional.of(first.finding().in(Finding.State.CHANGED));
    }

    /** Empty when the flaw was not as it was seen. */
    private Optional<Finding> treat(Flaw flaw, Treatment treatment) {
        boolean clears = treatment == Treatment.CLEAR && INVALID.contains(flaw.damage());
        if ((clears || treatment == Treatment.REPAIR) && !flaw.repair().isEmpty()) {
            return repaired(flaw, flaw.repair());
        }
        if (clears && !flaw.removal().isEmpty()) {
            return repaired(flaw, flaw.removal());
        }
        if (!commit(flaw, List.of())) {
            return Optional.empty();
        }
        if (clears && flaw.whole()) {
            erasure.erase(flaw.kind(), flaw.id());
            return Optional.of(flaw.finding().in(Finding.State.REPAIRED));
        }
        return Optional.of(flaw.finding());
    }

    private Optional<Finding> repaired(Flaw flaw, List<Write> writes) {
        Optional<Service> before = checks.known().service(flaw.kind(), flaw.id());
        if (!commit(flaw, writes)) {
            return Optional.empty();
        }
        if (flaw.point() == Point.MAPPING || flaw.point() == Point.INDEX) {
            // The service may have been made or deleted since the look.
            before.or(() -> checks.known().service(flaw.kind(), flaw.id()))
                    .ifPresent(service -> new Places(store, flaw.kind()).confirm(service.url(), service.id()));
        }
        return Optional.of(flaw.finding().in(Finding.State.REPAIRED));
    }

    private boolean commit(Flaw flaw, List<Write> writes) {
        if (flaw.proof().isEmpty() && writes.isEmpty()) {
            return true;
        }
        Batch.Builder batch = Batch.builder();
        flaw.proof().forEach(batch::require);
        writes.forEach(batch::write);
        try {
            return store.commit(writes.isEmpty() ? batch.relaxed().build() : batch.build())
                    .applied();
        } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.NotAnObject changed) {
            return false;
        }
    }
}
