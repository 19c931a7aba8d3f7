package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Tells of many places at once which of them deserve a closer look: most keys are marks and days, and a few questions
 * for a whole page settle them.
 */
record Glance(Store store) {
    /** The members of an index that have no record. */
    List<Bytes> withoutRecord(Kind kind, List<Bytes> members) {
        List<Bytes> nameable = members.stream()
                .filter(member -> kind.keys().service().find(member.text()).isPresent())
                .toList();
        List<Optional<ValueType>> types = nameable.isEmpty()
                ? List.of()
                : store.readAll(nameable.stream()
                        .map(member -> new Read.Type(kind.keys().service().key(member.text())))
                        .toList());
        List<Bytes> without = new ArrayList<>(members);
        Set<Bytes> with = new HashSet<>();
        for (int i = 0; i < nameable.size(); i++) {
            if (types.get(i).isPresent()) {
                with.add(nameable.get(i));
            }
        }
        without.removeIf(with::contains);
        return without;
    }

    /** Those whose type, end or record is not as it should be, marks that no list names, and days that count nothing. */
    List<Place.Data> suspicious(List<Place.Data> places) {
        List<Optional<ValueType>> types = ask(places, place -> new Read.Type(place.key()));
        List<Optional<Life>> lives = ask(places, place -> new Read.Remaining(place.key()));
        List<Optional<ValueType>> records =
                ask(places, place -> new Read.Type(place.kind().keys().service().key(place.id())));
        List<Place.Data> suspicious = new ArrayList<>();
        List<Place.Data> marks = new ArrayList<>();
        List<Place.Data> days = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Place.Data place = places.get(i);
            if (types.get(i).isEmpty() || lives.get(i).isEmpty()) {
                continue;
            }
            if (!isSound(place, types.get(i), lives.get(i), records.get(i))) {
                suspicious.add(place);
            } else if (place.isListed()) {
                marks.add(place);
            } else if (place.pattern().equals(NostalgicKeys.COUNTER_DAILY)) {
                days.add(place);
            }
        }
        suspicious.addAll(unlisted(marks));
        suspicious.addAll(uncounted(days));
        return suspicious;
    }

    private <R> List<R> ask(List<Place.Data> places, Function<Place.Data, Read<R>> question) {
        return store.readAll(places.stream().map(question).toList());
    }

    private static boolean isSound(
            Place.Data place, Optional<ValueType> type, Optional<Life> life, Optional<ValueType> record) {
        boolean ends = life.filter(Life.Ends.class::isInstance).isPresent();
        return record.isPresent()
                && type.filter(place.pattern().type()::equals).isPresent()
                && ends == !(place.pattern().lifetime() instanceof Lifetime.Endless);
    }

    private List<Place.Data> unlisted(List<Place.Data> marks) {
        if (marks.isEmpty()) {
            return marks;
        }
        try {
            List<Boolean> listed = new Marks(marks.getFirst().kind())
                    .areListed(store, marks.stream().map(Glance::listing).toList());
            return chosen(marks, at -> !listed.get(at));
        } catch (StoreException.WrongType oneOfThem) {
            return marks;
        }
    }

    private static Marks.Listing listing(Place.Data mark) {
        return new Marks.Listing(mark.id(), new Marks(mark.kind()).member(mark.key()));
    }

    private List<Place.Data> uncounted(List<Place.Data> days) {
        if (days.isEmpty()) {
            return days;
        }
        try {
            List<Optional<Bytes>> counts = ask(days, day -> new Read.Get(day.key()));
            return chosen(
                    days,
                    at -> counts.get(at)
                            .filter(count -> count.number().isEmpty())
                            .isPresent());
        } catch (StoreException.WrongType oneOfThem) {
            return days;
        }
    }

    private static List<Place.Data> chosen(List<Place.Data> places, IntPredicate choice) {
        List<Place.Data> chosen = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            if (choice.test(i)) {
                chosen.add(places.get(i));
            }
        }
        return chosen;
    }
}
