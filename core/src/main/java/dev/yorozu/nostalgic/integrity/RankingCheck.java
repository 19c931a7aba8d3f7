package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.DETAILS_OF_NOBODY;
import static dev.yorozu.nostalgic.integrity.Damage.TOO_MANY_ENTRIES;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Looks at the entries of a ranking: no more than it may have, and details of these alone. */
record RankingCheck(Store store) {
    private static final int PAGE = 256;
    /** How many entries go at once; what is left is the next round's. */
    private static final int STEP = 1000;

    List<Flaw> look(Service service, Seen.Text record) {
        Key scores = NostalgicKeys.RANKING_SCORES.key(service.id());
        Key details = NostalgicKeys.RANKING_DETAILS.key(service.id());
        try {
            List<Flaw> flaws = new ArrayList<>(amount(service, record, scores));
            flaws.addAll(details(service, scores, details));
            return flaws;
        } catch (StoreException.WrongType reportedWithItsKey) {
            return List.of();
        }
    }

    private List<Flaw> amount(Service service, Seen.Text record, Key scores) {
        long size = store.size(scores);
        OptionalLong most = most(service);
        Guard shape = Guard.behind(scores, Bytes.of(""), Double.NEGATIVE_INFINITY, Order.FALLING);
        if (most.isPresent() && size > most.getAsLong()) {
            return List.of(Flaw.repairable(
                    TOO_MANY_ENTRIES,
                    Kind.RANKING,
                    service.id(),
                    scores,
                    "The ranking has " + size + " entries, and may have " + most.getAsLong() + ".",
                    "keep the best",
                    List.of(Guard.equalTo(record.key(), record.value()), shape),
                    new Write.RankTrim(scores, order(service), Math.max(most.getAsLong(), size - STEP)),
                    new Write.Amend(record.key(), List.of(Fields.tally(Kind.RANKING.total(), scores)))));
        }
        OptionalLong copy = service.record().number(Kind.RANKING.total());
        return copy.isPresent() && copy.getAsLong() == size
                ? List.of()
                : List.of(ContentCheck.wrongCopy(
                        service,
                        record,
                        List.of(shape, Guard.sizeBelow(scores, size + 1)),
                        new Write.RankTrim(scores, Order.RISING, Integer.MAX_VALUE)));
    }

    private List<Flaw> details(Service service, Key scores, Key details) {
        List<Bytes> members = List.copyOf(store.fields(details).keySet());
        List<Flaw> flaws = new ArrayList<>();
        for (int from = 0; from < members.size(); from += PAGE) {
            List<Bytes> page = members.subList(from, Math.min(members.size(), from + PAGE));
            List<OptionalDouble> found = store.readAll(page.stream()
                    .map(member -> new Read.ScoreOf(scores, member))
                    .toList());
            for (int i = 0; i < page.size(); i++) {
                if (found.get(i).isEmpty()) {
                    flaws.add(detail(service, scores, details, page.get(i)));
                }
            }
        }
        return flaws;
    }

    private static Flaw detail(Service service, Key scores, Key details, Bytes member) {
        return Flaw.repairable(
                DETAILS_OF_NOBODY,
                Kind.RANKING,
                service.id(),
                details,
                "There are details of an entry that is not there.",
                "remove them",
                List.of(Guard.behind(scores, member, Double.NEGATIVE_INFINITY, Order.FALLING), Guard.present(details)),
                new Write.HashRemove(details, List.of(member)));
    }

    private static OptionalLong most(Service service) {
        OptionalLong told = service.record().number("maxEntries");
        return told.isPresent() ? OptionalLong.of(Math.clamp(told.getAsLong(), 1, RankingSettings.MOST_ENTRIES)) : told;
    }

    private static Order order(Service service) {
        boolean rising =
                service.settings().text("sortOrder").filter("asc"::equals).isPresent();
        return rising ? Order.RISING : Order.FALLING;
    }
}
