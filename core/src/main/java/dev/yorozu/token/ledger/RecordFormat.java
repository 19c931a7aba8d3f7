package dev.yorozu.token.ledger;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How refresh tokens are named and written at their own keys. */
record RecordFormat(LedgerLayout layout, LedgerPolicy policy, Storage storage, RandomTokens random) {
    private static final int FAMILY_BYTES = 8;
    private static final int ACCESS_BYTES = 16;
    private static final String SUCCESSOR = "successor";

    /** What stands for a token in keys and sets: itself, or a digest that looks like one. */
    String keyPart(String token) {
        return layout.form().keyPart(token, storage);
    }

    Key key(String keyPart) {
        return layout.record().key(keyPart);
    }

    /** The key that revokes an access token. */
    Key revoked(String accessId) {
        return layout.revocation().revoked().key(accessId);
    }

    String nextToken() {
        return layout.form().next(random);
    }

    String nextFamily() {
        return random.hex(FAMILY_BYTES);
    }

    /** A successor as the ledger keeps it for a retry: only a caller that presents its predecessor can read it. */
    String sealed(String predecessor, String successor) {
        return storage.seal(predecessor, SUCCESSOR, successor, random);
    }

    Optional<String> opened(String predecessor, String sealed) {
        return storage.open(predecessor, SUCCESSOR, sealed).filter(layout::isToken);
    }

    /** When a token that is issued now ends if it is not rotated. */
    Instant endOf(Instant now, Instant beganAt) {
        Instant own = now.plus(policy.life());
        Instant last = beganAt.plus(policy.absoluteLife());
        return own.isBefore(last) ? own : last;
    }

    /** A new access token beside a refresh token that ends then. */
    Access access(Instant now, Instant end) {
        Instant own = now.plus(policy.accessLife());
        Instant last = own.isBefore(end) ? own : end;
        // Such tokens count in whole seconds, and none ends in the one in which it was issued.
        Instant soonest = now.plusSeconds(1);
        return new Access(random.hex(ACCESS_BYTES), now, last.isBefore(soonest) ? soonest : last);
    }

    /**
     * The batch that writes the record of a line's current token. It need not wait for the disk: the ledger that makes the
     * token live is durable, is written after it, and takes it along.
     */
    Batch recording(String user, Line line, Access access) {
        return Batch.builder()
                .put(key(line.token()), write(user, line, access), Expiry.at(line.endsAt()))
                .relaxed()
                .build();
    }

    Batch deletion(String keyPart) {
        return Batch.builder().delete(key(keyPart)).relaxed().build();
    }

    private Bytes write(String user, Line line, Access access) {
        LedgerLayout.Names names = layout.names();
        return head(line.token(), user, line.endsAt())
                .withAll(attributes(line.attributes()))
                .with(names.family(), line.family())
                .with(names.issuedAt(), Iso.brief(line.issuedAt()))
                .with(names.access(), access.id())
                .build()
                .bytes();
    }

    /** The fields that every program knows. */
    private Document.Builder head(String keyPart, String user, Instant end) {
        LedgerLayout.Names names = layout.names();
        OptionalLong number = Bytes.of(user).number();
        Document.Builder whose = Document.builder().with(names.token(), keyPart);
        return (number.isPresent() ? whose.with(names.user(), number.getAsLong()) : whose.with(names.user(), user))
                .with(names.endsAt(), Iso.brief(end));
    }

    /**
     * The record of a token that was spent at a moment: it ended there, for programs that look at nothing else, and says no
     * more than its reuse needs.
     */
    Bytes used(RefreshRecord record, Instant at) {
        LedgerLayout.Names names = layout.names();
        return head(record.keyPart(), record.user(), at)
                .with(names.family(), record.family())
                .with(names.issuedAt(), Iso.brief(record.line().issuedAt()))
                .with(names.usedAt(), Iso.brief(at))
                .build()
                .bytes();
    }

    /** The record in these bytes; empty when they are none. Records of other programs have only the first three fields. */
    Optional<RefreshRecord> read(String keyPart, Bytes stored) {
        LedgerLayout.Names names = layout.names();
        Document document = Document.parse(stored).orElse(Document.empty());
        Optional<String> user = user(document);
        Optional<Instant> endsAt = document.text(names.endsAt()).flatMap(RecordFormat::time);
        if (user.isEmpty() || endsAt.isEmpty() || !layout.isUser(user.get())) {
            return Optional.empty();
        }
        Instant issuedAt = document.text(names.issuedAt())
                .flatMap(RecordFormat::time)
                .orElse(endsAt.get().minus(policy.life()));
        String family = document.text(names.family()).orElseGet(() -> family(keyPart));
        return Optional.of(new RefreshRecord(
                user.get(),
                Line.first(family, keyPart, issuedAt, endsAt.get(), List.of(), attributes(document)),
                document.text(names.access()).filter(layout::isAccess),
                document.text(names.usedAt()).flatMap(RecordFormat::time),
                stored));
    }

    private Optional<String> user(Document document) {
        String name = layout.names().user();
        OptionalLong number = document.number(name);
        return number.isPresent() ? Optional.of(Long.toString(number.getAsLong())) : document.text(name);
    }

    /** What a document says beyond the fields that every record has. */
    private Document attributes(Document document) {
        return document.without(layout.names().all());
    }

    /** The login of a token that carries none: the same wherever and whenever it is met. */
    private static String family(String keyPart) {
        return Digests.hex("yorozu login " + keyPart).substring(0, 2 * FAMILY_BYTES);
    }

    /** A time to the millisecond; empty for none, or one that no clock shows. */
    private static Optional<Instant> time(String text) {
        return Iso.parse(text)
                .filter(time -> !time.isBefore(Expiry.FIRST) && !time.isAfter(Expiry.LAST))
                .map(time -> Instant.ofEpochMilli(time.toEpochMilli()));
    }
}
