package dev.yorozu.nostalgic;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * One counter, like button, ranking or board, as its record tells.
 *
 * @param url the address it was made for
 * @param record all that is known of it, with fields of its kind
 */
public record Service(Kind kind, String id, String url, Instant created, Document record) {
    /** The field with what the owner can change. */
    public static final String SETTINGS = "settings";

    /** The field that tells when a service of the earlier program was taken over. */
    static final String TAKEN_OVER = "takenOver";

    private static final String WEBHOOK = "webhookUrl";

    /** Reads a record; empty when it is none of this kind and name. */
    public static Optional<Service> parse(Kind kind, String id, Bytes record) {
        return Document.parse(record).flatMap(document -> of(kind, id, document));
    }

    private static Optional<Service> of(Kind kind, String id, Document found) {
        boolean earlier = !found.has("service");
        Document document = earlier ? EarlierRecord.read(kind, found) : found;
        Optional<String> url = document.text("url");
        Optional<Instant> created = document.text("created").flatMap(Iso::parse);
        boolean sound = url.isPresent()
                && created.isPresent()
                && document.text("id").filter(id::equals).isPresent()
                && (earlier
                        || document.text("service").filter(kind.id()::equals).isPresent());
        return sound ? Optional.of(new Service(kind, id, url.get(), created.get(), document)) : Optional.empty();
    }

    /** Whether it still lies as the platform's earlier program wrote it. */
    public boolean isEarlier() {
        return !record.has("service");
    }

    /** When it was taken over from the earlier program; empty for all others. */
    public Optional<Instant> takenOver() {
        return record.text(TAKEN_OVER).flatMap(Iso::parse);
    }

    /** Whether the earlier program may have left marks of this day: those it left end with the day. */
    public boolean mayHaveEarlierMarks(Instant now) {
        return isEarlier()
                || takenOver()
                        .filter(taken -> now.isBefore(taken.plus(Marks.LONGEST_DAY)))
                        .isPresent();
    }

    /** As its record tells after a use at this moment that made this its total. */
    public Service used(Instant now, long total) {
        Document after = Document.builder()
                .withAll(record)
                .with(kind.last(), Iso.text(now))
                .with(kind.total(), total)
                .build();
        return new Service(kind, id, url, created, after);
    }

    /** When it was last used; empty before the first time. */
    public Optional<Instant> last() {
        return record.text(kind.last()).flatMap(Iso::parse);
    }

    /** What the owner can change; without any in records that the platform's earlier program made. */
    public Document settings() {
        return record.document(SETTINGS).orElse(Document.empty());
    }

    /** Whom to tell of what happens; for its owner's eyes only, because such addresses often are secrets. */
    public Optional<String> webhook() {
        return settings().text(WEBHOOK).filter(url -> !url.isBlank());
    }

    /** Settings with another address to tell; a blank one clears it. */
    public static Document withWebhook(Document settings, String url) {
        return url.isBlank() ? settings.withNull(WEBHOOK) : settings.with(WEBHOOK, url);
    }
}
