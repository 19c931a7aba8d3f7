package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Something that is wrong, with what proves it and what repairs it. Checks declare each in one expression: what is wrong
 * where, what proves it, and what a repair does or an operator can do.
 *
 * @param id the service's name; empty where there is none
 * @param what one sentence about it
 * @param advice what a repair does; where there is none, what an operator can do
 * @param proof guards that hold as long as things are as they were seen; all of one partition
 * @param repair writes of that partition that set it right; none where it cannot be known what would be right
 * @param removal what to remove when an operator has broken things removed; none where there is nothing to remove
 * @param whole whether the whole service is removed then
 */
record Flaw(
        Damage damage,
        Point point,
        Kind kind,
        String id,
        Key key,
        String what,
        String advice,
        List<Guard> proof,
        List<Write> repair,
        List<Write> removal,
        boolean whole) {
    private static final String LOST =
            "its record is lost: restore it from a backup, or remove the rest with cleanup invalid";

    static Flaw of(Damage damage, Kind kind, String id, Key key, String what) {
        List<Write> none = List.of();
        return new Flaw(damage, damage.point(), kind, id, key, what, "", List.of(), none, none, false);
    }

    static Flaw of(Damage damage, Service service, Key key, String what) {
        return of(damage, service.kind(), service.id(), key, what);
    }

    Finding finding() {
        String shown = Keyspace.schema().redact(key.name());
        return new Finding(damage, point, kind, id, shown, what, !repair.isEmpty(), advice, Finding.State.FOUND);
    }

    Flaw at(Point other) {
        return new Flaw(damage, other, kind, id, key, what, advice, proof, repair, removal, whole);
    }

    Flaw proven(List<Guard> guards, Guard... more) {
        List<Guard> all = new ArrayList<>(guards);
        all.addAll(Arrays.asList(more));
        return new Flaw(damage, point, kind, id, key, what, advice, all, repair, removal, whole);
    }

    Flaw proven(Guard... guards) {
        return proven(List.of(), guards);
    }

    /** One that can be repaired without doubt. */
    Flaw repaired(String how, Write... writes) {
        return new Flaw(damage, point, kind, id, key, what, how, proof, List.of(writes), removal, whole);
    }

    /** One that is repaired by deleting the key. */
    Flaw deleted(String how) {
        return repaired(how, new Write.Delete(key));
    }

    /** One of a key that has an end and should have none. */
    Flaw kept() {
        return repaired("let it stay", new Write.Expire(key, Expiry.never()));
    }

    /** One that needs a decision. */
    Flaw open(String options) {
        return new Flaw(damage, point, kind, id, key, what, options, proof, repair, removal, whole);
    }

    /** One that needs a decision, because the record of the service is gone and its content is not. */
    Flaw lost() {
        return open(LOST).removedWhole();
    }

    /** An operator who has broken things removed removes no more than these writes do. */
    Flaw removed(Write... writes) {
        return new Flaw(damage, point, kind, id, key, what, advice, proof, repair, List.of(writes), whole);
    }

    /** An operator who has broken things removed removes the whole service. */
    Flaw removedWhole() {
        return new Flaw(damage, point, kind, id, key, what, advice, proof, repair, removal, true);
    }
}
