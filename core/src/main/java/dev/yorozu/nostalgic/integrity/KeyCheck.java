package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Service;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Looks at one key of a service by itself: whose it is, its type, its end, and whether the list of marks names it. Most keys
 * are marks and days, and a few questions for a whole page tell which of them deserve that look.
 */
record KeyCheck(Store store, Known known, IntegrityPolicy policy) {
    void look(Place.Data place, List<Flaw> flaws) {
        Seen seen = Seen.at(store, place.key());
        if (!seen.isThere()) {
            return;
        }
        if (!known.hasRecord(place.kind(), place.id())) {
            flaws.add(orphan(place));
        } else if (!seen.is(place.pattern().type())) {
            wrongType(place, seen, flaws);
        } else {
            if (place.isDaily() && isNoCount(seen.text())) {
                flaws.add(flaw(Damage.COUNT_UNREADABLE, place, "The count of the day is no number.")
                        .proven(seen.unchanged())
                        .deleted("delete it"));
            }
            end(place, seen, flaws);
            mark(place, seen, flaws);
        }
    }

    private static Flaw flaw(Damage damage, Place.Data place, String what) {
        return Flaw.of(damage, place.kind(), place.id(), place.key(), what);
    }

    private static boolean isNoCount(Optional<Bytes> text) {
        return text.filter(count -> count.number().isEmpty()).isPresent();
    }

    private Flaw orphan(Place.Data place) {
        String owner = "The " + place.kind().id() + " that this belongs to ";
        Guard[] proof = {Guard.absent(place.record()), Guard.present(place.key())};
        return known.isLost(place.kind(), place.id())
                ? flaw(Damage.RECORD_LOST, place, owner + "has no record, but is still known elsewhere.")
                        .proven(proof)
                        .open("restore the record from a backup, or remove the rest with cleanup invalid")
                        .removedWhole()
                : flaw(Damage.LEFTOVER, place, owner + "is no more.")
                        .proven(proof)
                        .deleted("delete it");
    }

    private static void wrongType(Place.Data place, Seen seen, List<Flaw> flaws) {
        KeyPattern pattern = place.pattern();
        if (pattern.equals(place.kind().keys().ownerToken())
                || pattern.equals(NostalgicKeys.COUNTER_TOTAL)
                || pattern.equals(NostalgicKeys.LIKE_TOTAL)) {
            return; // Found with the record, which tells what should be there.
        }
        String type = pattern.type().name().toLowerCase(Locale.ROOT);
        Flaw flaw = flaw(Damage.WRONG_TYPE, place, "The key holds another type than " + type + ".")
                .proven(seen.unchanged());
        flaws.add(
                place.shouldEnd()
                        ? flaw.deleted("delete it")
                        : flaw.open(
                                "look at it with keys get; nothing can be kept there until keys delete removes it"));
    }

    private void end(Place.Data place, Seen seen, List<Flaw> flaws) {
        Optional<Life> life = store.remaining(place.key());
        boolean should = place.shouldEnd();
        if (life.isEmpty() || should == (life.get() instanceof Life.Ends) || isDayOfEarlier(place)) {
            return;
        }
        if (should) {
            // A count that goes on or a list that grows is as good as the one that was seen.
            boolean grows = place.isDaily() || place.isOfAddress() || !(seen instanceof Seen.Text);
            flaws.add(flaw(Damage.NO_END, place, "The key has no end.")
                    .proven(grows ? List.of(Guard.present(place.key())) : seen.unchanged())
                    .repaired(
                            "let it end, " + place.pattern().lifetime().describe(),
                            new Write.Expire(place.key(), policy.end(place))));
        } else {
            flaws.add(flaw(Damage.UNEXPECTED_END, place, "The key has an end.")
                    .proven(Guard.present(place.key()))
                    .kept());
        }
    }

    /** The days of the earlier program have no end until the counter is taken over. */
    private boolean isDayOfEarlier(Place.Data place) {
        return place.isDaily()
                && known.service(place.kind(), place.id())
                        .filter(Service::isEarlier)
                        .isPresent();
    }

    /**
     * A mark, or the counter of an address, that is not in the list of marks was left by the platform's earlier program; it
     * ends by itself, but a deletion would pass it over, and its user would be counted again.
     */
    private void mark(Place.Data place, Seen seen, List<Flaw> flaws) {
        Optional<Duration> left = place.isListed() ? known.left(place.key()) : Optional.empty();
        if (left.isEmpty() || isListed(place)) {
            return;
        }
        Instant now = policy.days().clock().instant();
        Marks marks = new Marks(place.kind());
        Key list = marks.list(place.id(), now);
        Instant end = now.plus(left.get());
        // The list must not end before the last mark in it.
        Instant last = known.left(list).map(now::plus).filter(end::isBefore).orElse(end);
        flaws.add(flaw(Damage.MARK_NOT_LISTED, place, "The mark is not in the list of marks.")
                .proven(seen.unchanged())
                .repaired(
                        "add it",
                        marks.enlist(place.id(), marks.member(place.key()), now, end),
                        new Write.Expire(list, Expiry.at(last))));
    }

    private boolean isListed(Place.Data mark) {
        try {
            return areListed(List.of(mark)).getFirst();
        } catch (StoreException.WrongType reportedWithItsKey) {
            return true;
        }
    }

    /** @param places marks of services of one kind */
    private List<Boolean> areListed(List<Place.Data> places) {
        Marks marks = new Marks(places.getFirst().kind());
        return marks.areListed(
                store,
                places.stream()
                        .map(place -> new Marks.Listing(place.id(), marks.member(place.key())))
                        .toList());
    }

    /** Those whose type, end or record is not as it should be, marks that no list names, and days that count nothing. */
    List<Place.Data> suspicious(List<Place.Data> places) {
        List<Optional<ValueType>> types = ask(places, place -> new Read.Type(place.key()));
        List<Optional<Life>> lives = ask(places, place -> new Read.Remaining(place.key()));
        List<Optional<ValueType>> records = ask(places, place -> new Read.Type(place.record()));
        List<Place.Data> suspicious = new ArrayList<>();
        List<Place.Data> marks = new ArrayList<>();
        List<Place.Data> days = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Place.Data place = places.get(i);
            if (types.get(i).isEmpty() || lives.get(i).isEmpty()) {
                continue;
            }
            boolean sound = records.get(i).isPresent()
                    && types.get(i).get() == place.pattern().type()
                    && place.shouldEnd() == (lives.get(i).get() instanceof Life.Ends);
            if (!sound) {
                suspicious.add(place);
            } else if (place.isListed()) {
                marks.add(place);
            } else if (place.isDaily()) {
                days.add(place);
            }
        }
        suspicious.addAll(those(marks, () -> areListed(marks), listed -> !listed));
        suspicious.addAll(those(days, () -> ask(days, day -> new Read.Get(day.key())), KeyCheck::isNoCount));
        return suspicious;
    }

    private <R> List<R> ask(List<Place.Data> places, Function<Place.Data, Read<R>> question) {
        return store.readAll(places.stream().map(question).toList());
    }

    /** The places whose answers are wrong; all of them where one of the answers cannot be had. */
    private static <R> List<Place.Data> those(List<Place.Data> places, Supplier<List<R>> asking, Predicate<R> isWrong) {
        if (places.isEmpty()) {
            return places;
        }
        try {
            List<R> answers = asking.get();
            return IntStream.range(0, places.size())
                    .filter(i -> isWrong.test(answers.get(i)))
                    .mapToObj(places::get)
                    .toList();
        } catch (StoreException.WrongType oneOfThem) {
            return places;
        }
    }
}
