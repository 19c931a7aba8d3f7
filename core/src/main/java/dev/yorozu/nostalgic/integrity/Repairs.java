package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.ADDRESS_TAKEN;
import static dev.yorozu.nostalgic.integrity.Damage.INDEX_WITHOUT_SERVICE;
import static dev.yorozu.nostalgic.integrity.Damage.LEFTOVER;
import static dev.yorozu.nostalgic.integrity.Damage.MAPPING_ASTRAY;
import static dev.yorozu.nostalgic.integrity.Damage.MAPPING_WITHOUT_SERVICE;
import static dev.yorozu.nostalgic.integrity.Damage.MESSAGE_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.RECORD_LOST;
import static dev.yorozu.nostalgic.integrity.Damage.RECORD_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.SERVICE_WITHOUT_MAPPING;

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
            MAPPING_WITHOUT_SERVICE,
            MAPPING_ASTRAY,
            SERVICE_WITHOUT_MAPPING,
            ADDRESS_TAKEN,
            INDEX_WITHOUT_SERVICE,
            LEFTOVER,
            RECORD_LOST,
            RECORD_UNREADABLE,
            MESSAGE_UNREADABLE);

    private final Store store;
    private final Looks looks;
    private final Erasure erasure;

    Repairs(Store store, Looks looks) {
        this.store = store;
        this.looks = looks;
        this.erasure = new Erasure(store);
    }

    /** What is wrong at a place, after the treatment. */
    List<Finding> examine(Place place, Treatment treatment) {
        List<Finding> findings = new ArrayList<>();
        for (Flaw flaw : looks.look(place)) {
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
            flaw = looks.look(place).stream()
                    .filter(again -> again.finding().damage() == first.finding().damage()
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
        Finding finding = flaw.finding();
        boolean chosen =
                treatment == Treatment.REPAIR || (treatment == Treatment.CLEAR && INVALID.contains(finding.damage()));
        if (chosen && !flaw.mend().isEmpty()) {
            return repaired(flaw, flaw.mend());
        }
        if (treatment == Treatment.CLEAR && chosen && flaw.clear().isPresent()) {
            return switch (flaw.clear().get()) {
                case Flaw.Clearing.Some some -> repaired(flaw, some.writes());
                case Flaw.Clearing.Whole whole -> {
                    boolean proven = commit(flaw, List.of());
                    if (proven) {
                        erasure.erase(finding.kind(), finding.id());
                    }
                    yield proven ? Optional.of(finding.in(Finding.State.REPAIRED)) : Optional.empty();
                }
            };
        }
        return commit(flaw, List.of()) ? Optional.of(finding) : Optional.empty();
    }

    private Optional<Finding> repaired(Flaw flaw, List<Write> writes) {
        Finding finding = flaw.finding();
        Optional<Service> before = looks.known().service(finding.kind(), finding.id());
        if (!commit(flaw, writes)) {
            return Optional.empty();
        }
        if (finding.point() == Point.MAPPING || finding.point() == Point.INDEX) {
            // Somebody may have made or deleted the service since the look.
            before.or(() -> looks.known().service(finding.kind(), finding.id()))
                    .ifPresent(service -> new Places(store, finding.kind()).confirm(service.url(), service.id()));
        }
        return Optional.of(finding.in(Finding.State.REPAIRED));
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
