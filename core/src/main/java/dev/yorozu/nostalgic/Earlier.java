package dev.yorozu.nostalgic;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.Optional;

/**
 * A service of the platform's earlier program that is about to be taken over: all as it was found, so that each step holds
 * only for that, and of many who try the same one has done it.
 *
 * @param service what its record says, read as {@link EarlierRecord} does
 * @param found the record itself
 * @param owner what is kept of its owner's token
 * @param now when it is taken over
 */
public record Earlier(Service service, Bytes found, Optional<Bytes> owner, Instant now) {
    /** What takes the services of one kind over: does one step, of which the last puts the record. */
    public interface Takeover {
        void step(Earlier earlier);
    }

    public String id() {
        return service.id();
    }

    private Key record() {
        return service.kind().keys().service().key(id());
    }

    private Key ownerKey() {
        return service.kind().keys().ownerToken().key(id());
    }

    /** A batch that happens only while record and owner's token are as they were found. */
    public Batch.Builder bound() {
        return Batch.builder()
                .require(Guard.equalTo(record(), found))
                .require(owner.map(hash -> Guard.equalTo(ownerKey(), hash)).orElse(Guard.absent(ownerKey())));
    }

    /** Puts the record in the documented form, and the owner's hash without the quotes that it was kept in. */
    public Batch.Builder finish(Batch.Builder batch, Document record) {
        Document taken = Document.empty()
                .with("service", service.kind().id())
                .withAll(record)
                .with(Service.TAKEN_OVER, Iso.text(now));
        Optional<String> hash =
                owner.map(Bytes::text).or(() -> record.text("owner")).map(Earlier::unquoted);
        hash.ifPresent(plain -> batch.put(ownerKey(), plain, Expiry.never()));
        return batch.put(
                record(),
                hash.map(plain -> taken.with("owner", plain))
                        .orElse(taken.withNull("owner"))
                        .bytes(),
                Expiry.never());
    }

    /** A text without the quotes of JSON around it, in which the earlier program kept single values. */
    public static String unquoted(String text) {
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
