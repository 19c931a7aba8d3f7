package dev.yorozu.link;

import dev.yorozu.recovery.Mark;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Links that carry their target encrypted in a long token, with a short token that stands for it until the link ends.
 *
 * <p>Four things lie in different partitions of the store, or nowhere: the token itself, which its holder keeps; the
 * mapping from short to long; the record of who made it and whether it was deleted; the list of its maker's links.
 *
 * <p><b>Issuing</b> writes (1) the mapping, only where the short token is free, then (2) the record, then (3) the entry in
 * the list, and only then tells anyone. A crash after (1) or (2) leaves a link that nobody knows and that ends by itself.
 *
 * <p><b>Deleting</b> (1) marks the record as revoked, guarded by what was read, so that of many exactly one deletes; from
 * here on the link is dead in both forms. Then it (2) removes the entry in the list, (3) deletes the mapping and (4) takes
 * the mapping out of the record. A crash before leaves an entry that the next look at the list removes, and a mapping to a
 * dead link; the maker's next try, or its own end, clears it. While it lies
 * there its short token cannot be given away again, so that (3) never meets another link.
 *
 * <p>A long token without a record was issued by the documented system, which kept none, and is good until its end; nobody
 * knows who made it, so whoever holds it may delete it, which is written down in a record that was revoked from the start.
 * A record outlives its link by more than clocks differ. After a recovery of the store no link from before it is good,
 * because its deletion may be what was lost. Safe for use by many threads.
 */
public final class ShareLinks {
    private static final int SHORT = 10;
    private static final int TRIES = 5;
    private static final String FIELD = "token";
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private final Store store;
    private final LinkLayout layout;
    private final LinkPolicy policy;
    private final KeyRing keys;
    private final Storage storage;
    private final RandomTokens random;
    private final InstantSource clock;
    private final MadeLinks lists;

    public ShareLinks(
            Store store,
            LinkLayout layout,
            LinkPolicy policy,
            KeyRing keys,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.layout = layout;
        this.policy = policy;
        this.keys = keys;
        this.storage = storage;
        this.random = random;
        this.clock = clock;
        this.lists = new MadeLinks(store, layout, policy.maxListed(), storage, random, clock);
    }

    public Issue issue(Draft draft) {
        Optional<String> given = draft.url().filter(text -> !text.isBlank());
        if (given.isEmpty()) {
            return new Issue.UrlRequired();
        }
        Optional<DownloadUrl> url = DownloadUrl.parse(given.get());
        if (url.isEmpty()) {
            return new Issue.InvalidUrl();
        }
        if (!policy.allows(url.get())) {
            return new Issue.HostNotAllowed();
        }
        Instant now = clock.instant();
        Optional<Instant> asked = draft.validUntil()
                .orElseGet(() -> LinkEnd.of(now.plus(policy.defaultLife())))
                .instant();
        if (asked.isEmpty()) {
            return new Issue.InvalidEnd();
        }
        if (!asked.get().isAfter(now)) {
            return new Issue.AlreadyOver();
        }
        return store(draft, url.get().with("download", "1").text(), now, end(asked.get(), now));
    }

    /** Whole milliseconds, as tokens and keys count them. */
    private Instant end(Instant asked, Instant now) {
        Instant last = now.plus(policy.maxLife());
        return Instant.ofEpochMilli((asked.isBefore(last) ? asked : last).toEpochMilli());
    }

    private Issue store(Draft draft, String url, Instant now, Instant ends) {
        FileName name = FileName.of(draft.name().orElse(""));
        Payload payload = new Payload(url, name, Labels.purpose(draft.purpose().orElse("")), ends, now);
        String token = LongToken.seal(payload, keys, random.bytes(SealingKey.IV_BYTES));
        Optional<String> free = map(token, ends);
        if (free.isEmpty()) {
            return new Issue.NoFreeShort();
        }
        String shortToken = free.get();
        LinkMark mark = LinkMark.of(token, LinkMark.shown(shortToken));
        LinkRecord record = new LinkRecord(
                draft.maker().map(Draft.Maker::user),
                Optional.of(storage.keyPart(shortToken)),
                mark.shown(),
                false,
                draft.maker().map(maker -> lists.content(maker, shortToken, name)),
                OptionalLong.of(ends.toEpochMilli()));
        store.commit(Batch.builder()
                .put(recordKey(token), record.bytes(), outliving(ends))
                .build());
        draft.maker().ifPresent(maker -> lists.add(maker.user(), Digests.base64url(token), now, ends));
        return new Issue.Issued(token, shortToken, url, ends, mark);
    }

    /** The newest links of a user that live, the newest first. */
    public List<MadeLink> made(Draft.Maker maker) {
        return lists.list(maker);
    }

    /** The short token under which the long one now lies; empty when all that were tried are taken. */
    private Optional<String> map(String token, Instant ends) {
        for (int i = 0; i < TRIES; i++) {
            String candidate = random.characters(SHORT);
            Key key = mappingKey(storage.keyPart(candidate));
            String stored = storage.seal(candidate, FIELD, token, random);
            Batch batch = Batch.builder()
                    .require(Guard.absent(key))
                    .put(key, stored, Expiry.at(ends))
                    .build();
            if (store.commit(batch).applied()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** What a short or a long token leads to. A malformed one never reaches the store. */
    public Resolution resolve(String token) {
        if (token.isBlank()) {
            return new Resolution.TokenRequired();
        }
        Optional<String> found = longToken(token);
        if (found.isEmpty()) {
            return new Resolution.NotFound();
        }
        return switch (LongToken.open(found.get(), keys)) {
            case LongToken.InvalidFormat wrong -> new Resolution.InvalidFormat();
            case LongToken.InvalidBytes wrong -> new Resolution.InvalidBytes();
            case LongToken.InvalidPayload wrong -> new Resolution.InvalidPayload();
            case LongToken.Opened opened -> resolve(token, opened.canonical(), opened.payload());
        };
    }

    private Resolution resolve(String presented, String token, Payload payload) {
        if (over(payload)) {
            return new Resolution.Expired(payload.ends());
        }
        Optional<DownloadUrl> url = DownloadUrl.parse(payload.url());
        if (url.isEmpty()) {
            return new Resolution.InvalidPayload();
        }
        if (!policy.allows(url.get())) {
            return new Resolution.HostNotAllowed();
        }
        List<Optional<Bytes>> answers = store.readAll(List.of(new Read.Get(recordKey(token)), Mark.READ));
        Optional<LinkRecord> record = answers.getFirst().map(LinkRecord::of);
        if (record.map(LinkRecord::revoked).orElse(false) || !Mark.admits(payload.issued(), answers.getLast())) {
            return new Resolution.NotFound();
        }
        String shown = record.map(LinkRecord::shown).orElseGet(() -> LinkMark.shown(presented));
        return new Resolution.Resolved(
                payload.url(), payload.name(), payload.ends(), payload.purpose(), LinkMark.of(token, shown));
    }

    /** Ends a link before its time, for the user who made it, or for anybody where nobody knows who did. */
    public Deletion delete(String token, String user) {
        return delete(token, Optional.of(user));
    }

    /** Ends a link of which nobody knows who made it, for somebody who is not signed in. */
    public Deletion delete(String token) {
        return delete(token, Optional.empty());
    }

    private Deletion delete(String token, Optional<String> user) {
        Optional<String> found = token.isBlank() ? Optional.empty() : longToken(token);
        if (found.isEmpty()
                || !(LongToken.open(found.get(), keys) instanceof LongToken.Opened opened)
                || over(opened.payload())) {
            return new Deletion.NotFound();
        }
        String digest = Digests.base64url(opened.canonical());
        Read<Optional<Bytes>> question = new Read.Get(layout.record().key(digest));
        List<Optional<Bytes>> answers = store.readAll(List.of(question, Mark.READ));
        if (!Mark.admits(opened.payload().issued(), answers.getLast())) {
            return new Deletion.NotFound();
        }
        Optional<Bytes> stored = answers.getFirst();
        LinkRecord record = stored.map(LinkRecord::of).orElseGet(() -> unrecorded(token, found.get()));
        boolean own = user.isPresent() && record.madeBy(user.get());
        if (stored.isPresent() && !own && !record.isAnybodys()) {
            return new Deletion.NotTheMaker();
        }
        return end(digest, stored, record, opened.payload().ends());
    }

    /**
     * Ends a listed link before its time, for the user who made it.
     *
     * @param id see {@link MadeLink#id}
     */
    public Deletion deleteMade(String id, String user) {
        Optional<Bytes> stored = layout.record().find(id).flatMap(store::get);
        Optional<LinkRecord> record = stored.map(LinkRecord::of);
        long ends = record.map(LinkRecord::ends).orElseGet(OptionalLong::empty).orElse(0);
        if (record.isEmpty() || ends <= clock.millis()) {
            return new Deletion.NotFound();
        }
        return record.get().madeBy(user)
                ? end(id, stored, record.get(), Instant.ofEpochMilli(ends))
                : new Deletion.NotTheMaker();
    }

    private Deletion end(String digest, Optional<Bytes> stored, LinkRecord record, Instant ends) {
        Key key = layout.record().key(digest);
        LinkRecord revoked = record.asRevoked();
        boolean won = !record.revoked()
                && (stored.isPresent() ? replace(key, stored.get(), revoked) : revoke(key, revoked, ends));
        record.maker().ifPresent(maker -> lists.remove(maker, List.of(Bytes.of(digest))));
        clear(key, revoked);
        return won ? new Deletion.Deleted(LinkMark.ofDigest(digest, record.shown()), ends) : new Deletion.NotFound();
    }

    /** What is known of a link without a record: its mapping, where its short token was presented. */
    private LinkRecord unrecorded(String presented, String token) {
        Optional<String> mapping = presented.equals(token) ? Optional.empty() : Optional.of(storage.keyPart(presented));
        return LinkRecord.unknown(mapping, LinkMark.shown(presented));
    }

    /** Writes that a link without a record is deleted, if nobody was faster. */
    private boolean revoke(Key key, LinkRecord revoked, Instant ends) {
        Batch batch = Batch.builder()
                .require(Guard.absent(key))
                .put(key, revoked.bytes(), outliving(ends))
                .build();
        return store.commit(batch).applied();
    }

    private static Expiry outliving(Instant ends) {
        Instant last = ends.plus(CLOCKS_DIFFER);
        return Expiry.at(last.isBefore(Expiry.LAST) ? last : Expiry.LAST);
    }

    /** Takes away the mapping of a revoked link, where it was not taken away before. */
    private void clear(Key key, LinkRecord revoked) {
        if (revoked.mapping().isEmpty()) {
            return;
        }
        store.commit(Batch.builder().delete(mappingKey(revoked.mapping().get())).build());
        replace(key, revoked.bytes(), revoked.withoutMapping());
    }

    private boolean replace(Key key, Bytes seen, LinkRecord next) {
        Batch batch = Batch.builder()
                .require(Guard.equalTo(key, seen))
                .put(key, next.bytes(), Expiry.keep())
                .build();
        return store.commit(batch).applied();
    }

    private boolean over(Payload payload) {
        return payload.ends().toEpochMilli() <= clock.instant().toEpochMilli();
    }

    /** The long token behind a short one; anything that has not the form of a short one stands for itself. */
    private Optional<String> longToken(String token) {
        if (token.length() != SHORT) {
            return Optional.of(token);
        }
        return layout.mapping().find(token).isEmpty()
                ? Optional.of(token)
                : store.get(mappingKey(storage.keyPart(token)))
                        .flatMap(stored -> storage.open(token, FIELD, stored.text()));
    }

    private Key mappingKey(String keyPart) {
        return layout.mapping().key(keyPart);
    }

    private Key recordKey(String token) {
        return layout.record().key(Digests.base64url(token));
    }
}
