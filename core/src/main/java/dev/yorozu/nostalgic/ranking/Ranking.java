package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.Optional;

/**
 * A ranking as its record tells, and where its parts lie.
 *
 * <p>The record changes with every entry; {@code meta}, with the title, changes only when its owner changes something,
 * and repeats how many are kept and in which order. So what depends on these can be bound to it, and entries do not get
 * into each other's way.
 *
 * @param record as it was found
 * @param meta as it was found; empty for a ranking of the earlier program that has none
 */
record Ranking(Service service, Bytes record, Optional<Bytes> meta) {
    /** The field that tells that each name has one entry. */
    private static final String UNIQUE = "uniqueBy";

    private static final String BY_NAME = "name";

    static Optional<Ranking> parse(Services services, String id, Optional<Bytes> record, Optional<Bytes> meta) {
        return record.flatMap(found -> services.parse(id, found).map(service -> new Ranking(service, found, meta)));
    }

    /** The fields of a new ranking's record. */
    static Document fields(int maxEntries) {
        return Document.empty().with(RankingSettings.MAX_ENTRIES, maxEntries).with(UNIQUE, BY_NAME);
    }

    /** A record that tells that each name has one entry, and how many are kept. */
    static Document unique(Document record, int maxEntries) {
        return record.withAll(fields(maxEntries));
    }

    static Write.Amend.Change unique() {
        return Fields.text(UNIQUE, BY_NAME);
    }

    /** Whether each name has one entry; false for rankings of the earlier program until they are first changed. */
    boolean isUnique() {
        return service.record().text(UNIQUE).filter(BY_NAME::equals).isPresent();
    }

    /** A ranking that does not say how many it keeps keeps as many as any. */
    int maxEntries() {
        long kept = service.record()
                .number(RankingSettings.MAX_ENTRIES)
                .orElse(service.settings().number(RankingSettings.MAX_ENTRIES).orElse(RankingSettings.MOST_ENTRIES));
        return Math.clamp(kept, 1, RankingSettings.MOST_ENTRIES);
    }

    Order order() {
        return RankingSettings.read(
                service.settings().text(RankingSettings.ORDER).orElse(""));
    }

    RankingSettings settings() {
        Optional<String> title = meta.flatMap(Document::parse)
                .flatMap(found -> found.text(RankingSettings.TITLE))
                .or(() -> service.settings().text(RankingSettings.TITLE));
        return RankingSettings.lenient(title, maxEntries(), order());
    }

    /** Holds while the owner has changed nothing. */
    Guard unchanged() {
        return meta.map(found -> Guard.equalTo(metaKey(), found)).orElse(Guard.absent(metaKey()));
    }

    /** What stands in the place of the title, for a ranking that is run so. */
    static Document meta(RankingSettings settings) {
        return Document.empty()
                .withIfPresent(RankingSettings.TITLE, settings.title())
                .withAll(mirror(settings));
    }

    private static Document mirror(RankingSettings settings) {
        return Document.empty()
                .with(RankingSettings.MAX_ENTRIES, settings.maxEntries())
                .with(RankingSettings.ORDER, RankingSettings.write(settings.order()));
    }

    /** The same with other settings; what else was there stays. */
    Bytes metaWith(RankingSettings settings) {
        Document before = meta.flatMap(Document::parse).orElse(Document.empty());
        return before.without(RankingSettings.TITLE)
                .withIfPresent(RankingSettings.TITLE, settings.title())
                .withAll(mirror(settings))
                .bytes();
    }

    String id() {
        return service.id();
    }

    Key key() {
        return Kind.RANKING.keys().service().key(id());
    }

    Key scores() {
        return NostalgicKeys.RANKING_SCORES.key(id());
    }

    Key details() {
        return NostalgicKeys.RANKING_DETAILS.key(id());
    }

    BestScores best() {
        return new BestScores(scores(), details(), order(), maxEntries());
    }

    Key metaKey() {
        return metaKey(id());
    }

    static Key metaKey(String id) {
        return NostalgicKeys.RANKING_META.key(id);
    }

    /** What was found is all that it is. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Ranking that && record.equals(that.record) && meta.equals(that.meta);
    }

    @Override
    public int hashCode() {
        return record.hashCode();
    }

    /** All that belongs to a ranking besides what all services have. */
    static List<Key> belongings(Service service) {
        String id = service.id();
        return List.of(
                NostalgicKeys.RANKING_SCORES.key(id),
                NostalgicKeys.RANKING_DETAILS.key(id),
                metaKey(id),
                NostalgicKeys.EARLIER_DISPLAY_SCORES.key(id));
    }
}
