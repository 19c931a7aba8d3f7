package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Draft;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Ownership.Owned;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.ranking.Submission.Fault;
import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.nostalgic.visitor.Cooldown;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All rankings: names by their best scores, one entry a name, the best of them kept.
 *
 * <p>An entry is one batch: it happens only if the visitor need not wait, the name has no such score yet, and the score is
 * among those that are kept; otherwise nothing happens, and the visitor need not wait for the next try. So whatever the
 * order in which scores come, the best ones are there in the end. Safe for use by many threads.
 */
public final class Rankings {
    /** Each round is lost only to a concurrent writer of the same ranking. */
    private static final int MOST_ROUNDS = 256;

    private final Store store;
    private final RankingPolicy policy;
    private final Cooldown cooldown;
    private final UserHashes users;
    private final Events events;
    private final InstantSource clock;
    private final Services services;
    private final Marks marks = new Marks(Kind.RANKING);
    private final Showing showing;
    private final Conversion conversion;
    private final Tidying tidying;
    private final LastPlaces lastPlaces;

    public Rankings(
            Store store,
            RankingPolicy policy,
            UserHashes users,
            Passwords passwords,
            Events events,
            InstantSource clock) {
        this.store = store;
        this.policy = policy;
        this.cooldown = new Cooldown(policy.cooldown());
        this.users = users;
        this.events = events;
        this.clock = clock;
        this.services =
                new Services(store, Kind.RANKING, Ranking::belongings, new EarlierRanking(store), passwords, clock);
        this.showing = new Showing(store, services);
        this.conversion = new Conversion(store);
        this.tidying = new Tidying(store);
        this.lastPlaces = new LastPlaces(store);
    }

    public Services services() {
        return services;
    }

    /** @param more further settings, such as the address of a webhook */
    public Creation create(SiteUrl url, String token, RankingSettings settings, Document more) {
        Document kept = Document.empty()
                .with(RankingSettings.ORDER, RankingSettings.write(settings.order()))
                .withAll(more);
        Function<String, List<Write>> beginning = id -> List.of(
                new Write.Put(Ranking.metaKey(id), Ranking.meta(settings).bytes(), Expiry.never()));
        return services.create(url, token, new Draft(Ranking.fields(settings.maxEntries()), kept, beginning));
    }

    /** The best so many, at most 100. */
    public Optional<RankingView> view(String id, int limit) {
        return look(id, limit).map(Source::view);
    }

    /** The same as it lies in the store. */
    public Optional<? extends Source<RankingView>> look(String id, int limit) {
        return showing.best(id, limit);
    }

    /** Tells whether that may be another since. */
    public Watch watch(String id) {
        return showing.watch(id);
    }

    /** Where a name stands, with so many before and behind it, at most 50; empty when it has no entry. */
    public Optional<Neighbourhood> rankOf(String id, String name, int neighbours) {
        return showing.around(id, name.strip(), neighbours);
    }

    /** @param limit how many entries are shown with a score that got a place */
    public Submission submit(
            String id, Visitor visitor, String name, long score, Optional<String> displayScore, int limit) {
        Candidate candidate = Candidate.of(name, score, displayScore);
        Optional<Fault> fault = candidate.fault();
        return fault.isPresent()
                ? new Submission.Refused(fault.get())
                : patiently(id, candidate, ranking -> enter(ranking, visitor, candidate, limit))
                        .orElse(new Submission.Unknown());
    }

    private Optional<Submission> enter(Ranking ranking, Visitor visitor, Candidate candidate, int shown) {
        String id = ranking.id();
        String user = users.of(visitor);
        Instant now = clock.instant();
        Bytes member = candidate.member().bytes();
        AddressLimit limit =
                AddressLimit.ofCooldown(marks, id, users, visitor, policy.entriesPerAddress(), now, cooldown);
        if (lastPlaces.isTooLow(ranking, new Ranked(member, candidate.score()), marks.key(id, user), limit)) {
            return Optional.of(new Submission.Unchanged());
        }
        Batch.Builder batch = Batch.builder()
                .require(Guard.present(ranking.key()))
                .require(Guard.absent(marks.key(id, user)))
                .require(limit.room())
                .require(ranking.unchanged())
                .require(ranking.best().improves(member, candidate.score()))
                .require(ranking.best().hasPlace(member, candidate.score()));
        write(batch, ranking, candidate, now);
        marks.leaveFor(batch, id, user, now, cooldown.time());
        limit.count(batch);
        batch.amend(ranking.key(), Fields.instant(Kind.RANKING.last(), now), total(ranking));
        return switch (commit(batch)) {
            case Commit.Applied applied -> shown(ranking, shown, view -> placed(view, candidate, now));
            case Commit.Rejected rejected ->
                switch (rejected.index()) {
                    case 0 -> Optional.of(new Submission.Unknown());
                    case 1 -> Optional.of(new Submission.TooSoon(cooldown.left(rejected.found(), now)));
                    case 2 -> Optional.of(new Submission.Limited(limit.left(store)));
                    case 4 -> Optional.of(new Submission.Unchanged());
                    case 5 -> {
                        lastPlaces.doubt(ranking);
                        yield Optional.of(new Submission.Unchanged());
                    }
                    default -> Optional.empty();
                };
        };
    }

    private static void write(Batch.Builder batch, Ranking ranking, Candidate candidate, Instant now) {
        Details details = Details.of(candidate.name(), candidate.displayScore(), Optional.of(now));
        ranking.best().enter(batch, candidate.member().bytes(), candidate.score(), details.bytes());
    }

    private static Write.Amend.Change total(Ranking ranking) {
        return Fields.tally(Kind.RANKING.total(), ranking.scores());
    }

    private Commit commit(Batch.Builder batch) {
        return store.commit(
                policy.durability() == Durability.RELAXED ? batch.relaxed().build() : batch.build());
    }

    private Optional<Submission> shown(Ranking ranking, int limit, Function<RankingView, Submission> outcome) {
        return Optional.of(
                showing.best(ranking, limit).map(Source::view).map(outcome).orElse(new Submission.Unknown()));
    }

    private Submission placed(RankingView view, Candidate candidate, Instant now) {
        if (view.service().webhook().isPresent()) {
            Document details = Document.empty()
                    .with("name", candidate.name())
                    .with("score", candidate.score())
                    .withIfPresent("displayScore", candidate.displayScore())
                    .with("totalEntries", view.totalEntries());
            events.happened(new Event(view.service(), "submit", now, details));
        }
        return new Submission.Placed(view);
    }

    /** Enters a score on the owner's word: it replaces the one the name has, better or not. */
    public Submission put(Owned owned, String name, long score, Optional<String> displayScore) {
        Candidate candidate = Candidate.of(name, score, displayScore);
        Optional<Fault> fault = candidate.fault();
        if (fault.isPresent()) {
            return new Submission.Refused(fault.get());
        }
        return patiently(owned.service().id(), candidate, ranking -> put(owned, ranking, candidate))
                .orElse(new Submission.Unknown());
    }

    /** A score that is not among those that are kept changes nothing. */
    private Optional<Submission> put(Owned owned, Ranking ranking, Candidate candidate) {
        Batch.Builder batch = services.bound(owned)
                .require(ranking.unchanged())
                .require(ranking.best().hasPlace(candidate.member().bytes(), candidate.score()));
        write(batch, ranking, candidate, clock.instant());
        batch.amend(ranking.key(), total(ranking));
        return switch (commit(batch)) {
            case Commit.Applied applied -> shown(ranking, Showing.MOST, Submission.Placed::new);
            case Commit.Rejected rejected ->
                switch (rejected.index()) {
                    case 0, 1 -> Optional.of(new Submission.Unknown());
                    case 3 -> shown(ranking, Showing.MOST, Submission.Placed::new);
                    default -> Optional.empty();
                };
        };
    }

    /** Takes a name out. Returns the ranking without it; empty when it is the owner's no more. */
    public Optional<RankingView> remove(Owned owned, String name) {
        Bytes[] members = Stream.of(Member.of(name.strip()), Member.exactly(name.strip()))
                .map(Member::bytes)
                .distinct()
                .toArray(Bytes[]::new);
        return patiently(owned.service().id(), ranking -> {
                    Batch.Builder batch = services.bound(owned);
                    ranking.best().remove(batch, members);
                    batch.amend(ranking.key(), total(ranking));
                    return Optional.of(commit(batch).applied());
                })
                .filter(done -> done)
                .flatMap(done -> view(owned.service().id(), Showing.MOST));
    }

    /** Takes all names out. Returns the empty ranking; nothing when it is the owner's no more. */
    public Optional<RankingView> clear(Owned owned) {
        return patiently(owned.service().id(), ranking -> {
                    Batch.Builder batch = services.bound(owned)
                            .delete(ranking.scores())
                            .delete(ranking.details())
                            .amend(ranking.key(), Fields.number(Kind.RANKING.total(), 0));
                    return Optional.of(commit(batch).applied());
                })
                .filter(done -> done)
                .flatMap(done -> view(owned.service().id(), Showing.MOST));
    }

    /** Changes settings, and keeps the best by the new ones. Empty when the ranking is the owner's no more. */
    public Optional<RankingView> change(Owned owned, RankingChange change) {
        return patiently(owned.service().id(), ranking -> change(owned, ranking, change))
                .filter(done -> done)
                .flatMap(done -> view(owned.service().id(), Showing.MOST));
    }

    /** Where very many are to go, some go before, by a batch of their own; the settings change with the last of them. */
    private Optional<Boolean> change(Owned owned, Ranking ranking, RankingChange change) {
        RankingSettings before = ranking.settings();
        RankingSettings after = new RankingSettings(
                change.title().or(before::title),
                change.maxEntries().orElse(before.maxEntries()),
                change.order().orElse(before.order()));
        List<Ranked> surplus = tidying.surplus(ranking, after.order(), after.maxEntries());
        if (surplus.size() == Tidying.STEP) {
            return trim(ranking, after, surplus, services.bound(owned)) ? Optional.empty() : Optional.of(false);
        }
        Document settings = change.more().with(RankingSettings.ORDER, RankingSettings.write(after.order()));
        List<Write.Amend.Change> changes = new ArrayList<>(Fields.below(Service.SETTINGS, settings));
        changes.add(Fields.number(RankingSettings.MAX_ENTRIES, after.maxEntries()));
        changes.add(total(ranking));
        Batch.Builder batch = services.bound(owned)
                .require(ranking.unchanged())
                .require(Guard.sizeBelow(ranking.scores(), after.maxEntries() + surplus.size() + 1L));
        Tidying.drop(batch, ranking, after.order(), after.maxEntries(), surplus);
        // Removes nothing: it is there so that the store can count.
        batch.rankTrim(ranking.scores(), after.order(), after.maxEntries())
                .put(ranking.metaKey(), ranking.metaWith(after), Expiry.never())
                .write(new Write.Amend(ranking.key(), changes));
        return switch (commit(batch)) {
            case Commit.Applied applied -> Optional.of(true);
            case Commit.Rejected rejected -> rejected.index() >= 2 ? Optional.empty() : Optional.of(false);
        };
    }

    /** Removes some that are too many. Returns false when it may not be done any more. */
    private boolean trim(Ranking ranking, RankingSettings settings, List<Ranked> surplus, Batch.Builder bound) {
        if (surplus.isEmpty()) {
            return true;
        }
        Tidying.drop(bound, ranking, settings.order(), settings.maxEntries(), surplus);
        bound.amend(ranking.key(), total(ranking));
        return !(commit(bound) instanceof Commit.Rejected rejected) || rejected.guard() instanceof Guard.ElementAt;
    }

    /** Tries until there is an outcome, under the one member that the name has; empty when there is no such ranking. */
    private <T> Optional<T> patiently(String id, Candidate candidate, Function<Ranking, Optional<T>> attempt) {
        return patiently(id, ranking -> {
            Optional<Bytes> earlier = candidate
                    .earlierMember()
                    .map(Member::bytes)
                    .filter(each ->
                            store.read(new Read.ScoreOf(ranking.scores(), each)).isPresent());
            if (earlier.isPresent()) {
                conversion.respell(ranking, earlier.get(), candidate);
                return Optional.empty();
            }
            return attempt.apply(ranking);
        });
    }

    /** Tries until there is an outcome; empty when there is no such ranking. */
    private <T> Optional<T> patiently(String id, Function<Ranking, Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Ranking> seen = showing.find(id);
            if (seen.isEmpty()) {
                return Optional.empty();
            }
            if (!seen.get().isUnique()) {
                conversion.run(seen.get());
                continue;
            }
            Optional<T> outcome = attempt.apply(seen.get());
            if (outcome.isPresent()) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same ranking");
    }
}
