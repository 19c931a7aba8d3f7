package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/** How refresh tokens are named and written at their own keys. */
record RecordFormat(RefreshLayout layout, RefreshPolicy policy, Storage storage, RandomTokens random) {
    private static final int FAMILY_BYTES = 8;
    private static final int ACCESS_BYTES = 16;
    private static final String SUCCESSOR = "successor";

    /** What stands for a token in keys and sets: itself, or a digest that looks like one. */
    String keyPart(String token) {
        return storage == Storage.DOCUMENTED ? token : layout.form().digest(token);
    }

    Key key(String keyPart) {
        return layout.record().key(keyPart);
    }

    String nextToken() {
        return layout.form().next(random);
    }

    String nextFamily() {
        return random.hex(FAMILY_BYTES);
    }

    /** A successor as the ledger keeps it for a retry: only whoever presents its predecessor can read it. */
    String sealed(String predecessor, String successor) {
        return storage.seal(predecessor, SUCCESSOR, successor, random);
    }

    Optional<String> opened(String predecessor, String sealed) {
        return storage.open(predecessor, SUCCESSOR, sealed).filter(layout::isToken);
    }

    /** When a token that is issued now ends if nobody rotates it. */
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
     * Writes the record of a line's current token. It need not wait for the disk: the ledger that makes the token live is
     * durable, is written after it, and takes it along.
     */
    void store(Store store, String user, Line line, Access access) {
        store.commit(Batch.builder()
                .put(key(line.token()), write(user, line, access), Expiry.at(line.endsAt()))
                .relaxed()
                .build());
    }

    private Bytes write(String user, Line line, Access access) {
        RefreshLayout.Names names = layout.names();
        return head(line.token(), user, line.endsAt())
                .withAll(attributes(line.attributes()))
                .with(names.family(), line.family())
                .with(names.issuedAt(), line.issuedAt().toString())
                .with(names.access(), access.id())
                .bytes();
    }

    /** The fields that every program knows. */
    private Document head(String keyPart, String user, Instant end) {
        RefreshLayout.Names names = layout.names();
        OptionalLong number = number(user);
        Document whose = Document.empty().with(names.token(), keyPart);
        return (number.isPresent() ? whose.with(names.user(), number.getAsLong()) : whose.with(names.user(), user))
                .with(names.endsAt(), end.toString());
    }

    /**
     * The record of a token that was spent at a moment: it ended there, for programs that look at nothing else, and says no
     * more than its reuse needs.
     */
    Bytes used(RefreshRecord record, Instant at) {
        RefreshLayout.Names names = layout.names();
        return head(record.keyPart(), record.user(), at)
                .with(names.family(), record.family())
                .with(names.issuedAt(), record.issuedAt().toString())
                .with(names.usedAt(), at.toString())
                .bytes();
    }

    /** The record in these bytes; empty when they are none. Records of other programs have only the first three fields. */
    Optional<RefreshRecord> read(String keyPart, Bytes stored) {
        Optional<Document> parsed = Document.parse(stored);
        if (parsed.isEmpty()) {
            return Optional.empty();
        }
        RefreshLayout.Names names = layout.names();
        Document document = parsed.get();
        Optional<String> user = user(document);
        Optional<Instant> endsAt = document.text(names.endsAt()).flatMap(RecordFormat::time);
        if (user.isEmpty() || endsAt.isEmpty() || !layout.isUser(user.get())) {
            return Optional.empty();
        }
        Instant issuedAt = document.text(names.issuedAt())
                .flatMap(RecordFormat::time)
                .orElse(endsAt.get().minus(policy.life()));
        return Optional.of(new RefreshRecord(
                keyPart,
                user.get(),
                document.text(names.family()).orElseGet(() -> family(keyPart)),
                issuedAt,
                endsAt.get(),
                document.text(names.access()).filter(layout::isAccess),
                document.text(names.usedAt()).flatMap(RecordFormat::time),
                attributes(document),
                stored));
    }

    private Optional<String> user(Document document) {
        String name = layout.names().user();
        OptionalLong number = document.number(name);
        return number.isPresent() ? Optional.of(Long.toString(number.getAsLong())) : document.text(name);
    }

    /** What a document says beyond the fields that every record has. */
    private Document attributes(Document document) {
        RefreshLayout.Names names = layout.names();
        return document.without(names.token())
                .without(names.user())
                .without(names.endsAt())
                .without(names.family())
                .without(names.issuedAt())
                .without(names.access())
                .without(names.usedAt());
    }

    /** The login of a token that carries none: the same wherever and whenever it is met. */
    private static String family(String keyPart) {
        return Digests.hex("yorozu login " + keyPart).substring(0, 2 * FAMILY_BYTES);
    }

    private static OptionalLong number(String user) {
        try {
            long number = Long.parseLong(user);
            return Long.toString(number).equals(user) ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }

    /** A time to the millisecond; empty for none, or one that no clock shows. */
    private static Optional<Instant> time(String text) {
        try {
            Instant time = OffsetDateTime.parse(text).toInstant();
            return time.isBefore(Expiry.FIRST) || time.isAfter(Expiry.LAST)
                    ? Optional.empty()
                    : Optional.of(Instant.ofEpochMilli(time.toEpochMilli()));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
