package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.Optional;

/**
 * A finding, with what proves it and what repairs it.
 *
 * @param proof guards that hold as long as things are as they were seen; all of one partition
 * @param mend writes of that partition that set it right; none where nobody can know what would be right
 * @param clear what to remove when an operator has broken things removed; none where there is nothing to remove
 */
record Flaw(Finding finding, List<Guard> proof, List<Write> mend, Optional<Clearing> clear) {
    /** What the removal of something broken removes. */
    sealed interface Clearing {
        /** The whole service. */
        record Whole() implements Clearing {}

        /** No more than these writes do. */
        record Some(List<Write> writes) implements Clearing {}
    }

    static Flaw repairable(
            Damage damage,
            Kind kind,
            String id,
            Key key,
            String what,
            String repair,
            List<Guard> proof,
            Write... mend) {
        return new Flaw(finding(damage, kind, id, key, what, true, repair), proof, List.of(mend), Optional.empty());
    }

    /** One that needs a decision. */
    static Flaw open(
            Damage damage,
            Kind kind,
            String id,
            Key key,
            String what,
            String advice,
            List<Guard> proof,
            Write... clear) {
        return new Flaw(
                finding(damage, kind, id, key, what, false, advice),
                proof,
                List.of(),
                clear.length == 0 ? Optional.empty() : Optional.of(new Clearing.Some(List.of(clear))));
    }

    private static Finding finding(
            Damage damage, Kind kind, String id, Key key, String what, boolean repairable, String repair) {
        String shown = Keyspace.schema().redact(key.name());
        return new Finding(damage, damage.point(), kind, id, shown, what, repairable, repair, Finding.State.FOUND);
    }

    /** Removed by removing the whole service. */
    Flaw clearedWhole() {
        return new Flaw(finding, proof, mend, Optional.of(new Clearing.Whole()));
    }

    Flaw at(Point point) {
        Finding f = finding;
        return new Flaw(
                new Finding(
                        f.damage(), point, f.kind(), f.id(), f.key(), f.what(), f.repairable(), f.repair(), f.state()),
                proof,
                mend,
                clear);
    }
}
