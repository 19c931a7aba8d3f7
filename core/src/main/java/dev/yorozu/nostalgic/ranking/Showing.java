package dev.yorozu.nostalgic.ranking;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads rankings as they are shown. What is read is the part that is shown, its details, and how many there are,
 * however many that is.
 *
 * <p>A ranking of the platform's earlier program is taken over first. One in the document's form, whose names have random
 * ids, is shown as it is until its first change: a name may be there several times.
 */
final class Showing {
    /** The most entries of one answer. */
    static final int MOST = 100;

    private static final int MOST_ROUNDS = 32;
    private static final int PAGE = 500;
    /** Entries read beyond the neighbours, because a name may move between two looks. */
    private static final int SLACK = 8;

    private final Store store;
    private final Services services;

    Showing(Store store, Services services) {
        this.store = store;
        this.services = services;
    }

    Optional<Ranking> find(String id) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        List<Optional<Bytes>> found = store.readAll(List.of(record(id), new Read.Get(Ranking.metaKey(id))));
        Optional<Ranking> ranking = Ranking.parse(services, id, found.getFirst(), found.getLast());
        return isEarlier(ranking) ? find(id) : ranking;
    }

    /** Whether it was one of the earlier program, which is taken over by now. */
    private boolean isEarlier(Optional<Ranking> ranking) {
        Optional<Service> earlier = ranking.map(Ranking::service).filter(Service::isEarlier);
        earlier.ifPresent(services::takeOver);
        return earlier.isPresent();
    }

    private static Read.Get record(String id) {
        return new Read.Get(Kind.RANKING.keys().service().key(id));
    }

    /** All that is shown of a ranking. */
    Watch watch(String id) {
        return new Watch(
                store,
                Kind.RANKING.keys().service().key(id),
                Ranking.metaKey(id),
                NostalgicKeys.RANKING_SCORES.key(id),
                NostalgicKeys.RANKING_DETAILS.key(id));
    }

    /** The best ones. Which end they are at is in the record, so both are asked for rather than to wait for it. */
    Optional<RankingSource> best(String id, int limit) {
        return ServiceId.isValid(id) ? best(id, limit, List.of(Order.values())) : Optional.empty();
    }

    /** The best ones of a ranking that was seen a moment ago. */
    Optional<RankingSource> best(Ranking seen, int limit) {
        return best(seen.id(), limit, List.of(seen.order()));
    }

    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    private Optional<RankingSource> best(String id, int limit, List<Order> orders) {
        Key scores = NostalgicKeys.RANKING_SCORES.key(id);
        int last = Math.clamp(limit, 1, MOST) - 1;
        List<Read<?>> questions =
                new ArrayList<>(List.of(record(id), new Read.Get(Ranking.metaKey(id)), new Read.Size(scores)));
        orders.forEach(order -> questions.add(new Read.Ranks(scores, order, 0, last)));
        List<Object> found = store.readAll(questions);
        Optional<Ranking> seen =
                Ranking.parse(services, id, (Optional<Bytes>) found.get(0), (Optional<Bytes>) found.get(1));
        if (isEarlier(seen)
                || seen.filter(ranking -> !orders.contains(ranking.order())).isPresent()) {
            return best(id, limit);
        }
        return seen.map(ranking ->
                source(ranking, 0, (List<Ranked>) found.get(3 + orders.indexOf(ranking.order())), (Long) found.get(2)));
    }

    /** @param start the place of the first of them, counted from 0 */
    private RankingSource source(Ranking ranking, long start, List<Ranked> page, long size) {
        List<Ranked> kept = page.subList(0, Math.clamp(ranking.maxEntries() - start, 0, page.size()));
        List<Optional<Bytes>> details = kept.isEmpty()
                ? List.of()
                : store.readAll(kept.stream()
                        .map(each -> new Read.Field(ranking.details(), each.member()))
                        .toList());
        return new RankingSource(ranking, start, kept, details, size);
    }

    /** A name's place, with so many before and behind it. */
    Optional<Neighbourhood> around(String id, String name, int neighbours) {
        int width = Math.clamp(neighbours, 0, MOST / 2);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Ranking> ranking = find(id);
            OptionalLong place = ranking.isPresent() ? place(ranking.get(), name) : OptionalLong.empty();
            if (place.isEmpty() || place.getAsLong() >= ranking.get().maxEntries()) {
                return Optional.empty();
            }
            Optional<Neighbourhood> found = around(ranking.get(), name, place.getAsLong(), width);
            if (found.isPresent()) {
                return found;
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same ranking");
    }

    private OptionalLong place(Ranking ranking, String name) {
        if (!ranking.isUnique()) {
            return search(ranking, name);
        }
        OptionalLong place = place(ranking, Member.of(name));
        return place.isPresent() || Member.of(name).equals(Member.exactly(name))
                ? place
                : place(ranking, Member.exactly(name));
    }

    private OptionalLong place(Ranking ranking, Member member) {
        return store.read(new Read.RankOf(ranking.scores(), member.bytes(), ranking.order()));
    }

    private OptionalLong search(Ranking ranking, String name) {
        for (long start = 0; ; start += PAGE) {
            List<Ranked> page = store.ranks(ranking.scores(), ranking.order(), start, start + PAGE - 1);
            int index = indexOf(page, name);
            if (index >= 0) {
                return OptionalLong.of(start + index);
            }
            if (page.size() < PAGE) {
                return OptionalLong.empty();
            }
        }
    }

    private static int indexOf(List<Ranked> page, String name) {
        String wanted = PlainText.visible(name);
        for (int i = 0; i < page.size(); i++) {
            if (PlainText.visible(new Member(page.get(i).member()).name()).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked") // Each answer has the type of its question.
    private Optional<Neighbourhood> around(Ranking ranking, String name, long place, int width) {
        long start = Math.max(0, place - width - SLACK);
        List<Object> found = store.readAll(List.of(
                new Read.Ranks(ranking.scores(), ranking.order(), start, place + width + SLACK),
                new Read.Size(ranking.scores())));
        List<Ranked> page = (List<Ranked>) found.getFirst();
        int index = indexOf(page, name);
        if (index < 0) {
            return Optional.empty();
        }
        int from = Math.max(0, index - width);
        int to = Math.min(page.size(), index + width + 1);
        RankingView view = source(ranking, start + from, page.subList(from, to), (Long) found.getLast())
                .view();
        return view.entries().stream().skip(index - from).findFirst().map(own -> new Neighbourhood(view, own));
    }
}
