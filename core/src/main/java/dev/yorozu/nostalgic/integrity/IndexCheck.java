package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.INDEX_WITHOUT_SERVICE;
import static dev.yorozu.nostalgic.integrity.Damage.UNEXPECTED_END;
import static dev.yorozu.nostalgic.integrity.Damage.WRONG_TYPE;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.OptionalDouble;

/** Looks at the index of a kind: are there services of all the names in it? */
record IndexCheck(Store store, Known known) {
    List<Flaw> look(Place.Index place) {
        Kind kind = place.kind();
        Key key = kind.keys().index().key();
        Seen seen = Seen.at(store, key);
        if (seen.isThere() && !(seen instanceof Seen.Collection rank && rank.type() == ValueType.RANK)) {
            return List.of(Flaw.repairable(
                            WRONG_TYPE,
                            kind,
                            "",
                            key,
                            "The index is no sorted set.",
                            "delete it, and fill it anew from the records",
                            seen.unchanged(),
                            new Write.Delete(key))
                    .at(Point.INDEX));
        }
        if (store.remaining(key).filter(Life.Ends.class::isInstance).isPresent()) {
            return List.of(Flaw.repairable(
                    UNEXPECTED_END,
                    kind,
                    "",
                    key,
                    "The index has an end.",
                    "let it stay",
                    List.of(Guard.present(key)),
                    new Write.Expire(key, Expiry.never())));
        }
        return List.of();
    }

    List<Flaw> look(Place.Member place) {
        Kind kind = place.kind();
        Bytes member = place.member();
        String id = member.text();
        if (known.hasRecord(kind, id) || !isMember(kind, member)) {
            return List.of();
        }
        Key key = kind.keys().index().key();
        String what = "The index names a " + kind.id() + " that is not there.";
        if (known.isLost(kind, id)) {
            return List.of(Flaw.open(
                            INDEX_WITHOUT_SERVICE,
                            kind,
                            id,
                            key,
                            what,
                            "its record is lost: restore it from a backup, or remove the rest with cleanup invalid",
                            List.of())
                    .clearedWhole());
        }
        return List.of(Flaw.repairable(
                INDEX_WITHOUT_SERVICE,
                kind,
                id,
                key,
                what,
                "remove the name from the index",
                List.of(Guard.present(key)),
                new Write.RankRemove(key, List.of(member))));
    }

    private boolean isMember(Kind kind, Bytes member) {
        try {
            OptionalDouble score =
                    store.read(new Read.ScoreOf(kind.keys().index().key(), member));
            return score.isPresent();
        } catch (StoreException.WrongType broken) {
            return false;
        }
    }
}
