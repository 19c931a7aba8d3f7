package dev.yorozu.link;

import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.recovery.RecoveryCutoff;
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
 * mapping from short to long; the record of its owner and whether it was deleted; the list of its owner's links.
 *
 * <p><b>Issuing</b> writes (1) the mapping, only where the short token is free, then (2) the record, then (3) the entry in
 * the list, and only then returns. A crash after (1) or (2) leaves a link that no client knows and that ends by itself.
 *
 * <p><b>Deleting</b> (1) marks the record as revoked, guarded by what was read, so that of many exactly one deletes; from
 * here on the link is dead in both forms. Then it (2) removes the entry in the list, (3) deletes the mapping and (4) takes
 * the mapping out of the record. A crash before leaves an entry that the next look at the list removes, and a mapping to a
 * dead link; the owner's next try, or its own end, clears it. While it lies
 * there its short token cannot be given away again, so that (3) never meets another link.
 *
 * <p>A long token without a record was issued by the documented system, which kept none, and is good until its end; its
 * owner is not known, so any holder may delete it, which is written down in a record that was revoked from the start.
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
    private final LinkIndex index;

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
        this.index = new LinkIndex(store, layout, policy.maxListed(), storage, random, clock);
    }

    public IssueResult issue(LinkRequest request) {
        Optional<String> given = request.url().filter(text -> !text.isBlank());
        if (given.isEmpty()) {
            return new IssueResult.UrlRequired();
        }
        Optional<DownloadUrl> url = DownloadUrl.parse(given.get());
        if (url.isEmpty()) {
            return new IssueResult.InvalidUrl();
        }
        if (!policy.allows(url.get())) {
            return new IssueResult.HostNotAllowed();
        }
        Instant now = clock.instant();
        Optional<Instant> asked = request.validUntil()
                .orElseGet(() -> LinkExpiry.of(now.plus(policy.defaultLife())))
                .instant();
        if (asked.isEmpty()) {
            return new IssueResult.InvalidEnd();
        }
        if (!asked.get().isAfter(now)) {
            return new IssueResult.AlreadyOver();
        }
        return store(request, policy.completed(url.get()).text(), now, end(asked.get(), now));
    }

    /** Whole milliseconds, as tokens and keys count them. */
    private Instant end(Instant asked, Instant now) {
        Instant last = now.plus(policy.maxLife());
        return Instant.ofEpochMilli((asked.isBefore(last) ? asked : last).toEpochMilli());
    }

    private IssueResult store(LinkRequest request, String url, Instant now, Instant ends) {
        FileName name = FileName.of(request.name().orElse(""));
        Payload payload =
                new Payload(url, name, Payload.purpose(request.purpose().orElse("")), ends, now);
        String token = LongToken.seal(payload, keys, random.bytes(SealingKey.IV_BYTES));
        Optional<String> free = map(token, ends);
        if (free.isEmpty()) {
            return new IssueResult.NoFreeShort();
        }
        String shortToken = free.get();
        RedactedLink mark = RedactedLink.of(token, RedactedLink.shown(shortToken));
        LinkRecord record = new LinkRecord(
                request.owner().map(LinkRequest.Owner::user),
                Optional.of(storage.keyPart(shortToken)),
                mark.shown(),
                false,
                request.owner().map(owner -> index.content(owner, shortToken, name)),
                OptionalLong.of(ends.toEpochMilli()));
        store.commit(Batch.builder()
                .put(recordKey(token), record.bytes(), outliving(ends))
                .build());
        request.owner().ifPresent(owner -> index.add(owner.user(), Digests.base64url(token), now, ends));
        return new IssueResult.Issued(token, shortToken, url, ends, mark);
    }

    /** The newest links of a user that live, the newest first. */
    public List<ListedLink> list(LinkRequest.Owner owner) {
        return index.list(owner, Optional.empty(), policy.maxListed()).items();
    }

    /** So many of them behind a cursor; those of them that have ended are left out, so that a page may hold fewer. */
    public Page<ListedLink> list(LinkRequest.Owner owner, Optional<Cursor> after, int limit) {
        return index.list(owner, after, limit);
    }

    /** The short token under which the long one now lies; empty when all that were tried are taken. */
    private Optional<String> map(String token, Instant ends) {
        for (int i = 0; i < TRIES; i++) {
            String candidate = random.characters(SHORT);
            Key key = mappingKey(storage.keyPart(candidate));
            String stored = storage.seal(candidate, FIELD, token, random);
            if (store.apply(Batch.builder().require(Guard.absent(key)).put(key, stored, Expiry.at(ends)))) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** What a short or a long token leads to. A malformed one never reaches the store. */
    public ResolveResult resolve(String token) {
        if (token.isBlank()) {
            return new ResolveResult.TokenRequired();
        }
        Optional<String> found = longToken(token);
        if (found.isEmpty()) {
            return new ResolveResult.NotFound();
        }
        return switch (LongToken.open(found.get(), keys)) {
            case LongToken.Invalid invalid -> invalid.result();
            case LongToken.Opened opened -> resolve(token, opened.canonical(), opened.payload());
        };
    }

    private ResolveResult resolve(String presented, String token, Payload payload) {
        if (over(payload)) {
            return new ResolveResult.Expired(payload.ends());
        }
        Optional<DownloadUrl> url = DownloadUrl.parse(payload.url());
        if (url.isEmpty()) {
            return new ResolveResult.InvalidPayload();
        }
        if (!policy.allows(url.get())) {
            return new ResolveResult.HostNotAllowed();
        }
        List<Optional<Bytes>> answers = store.readAll(List.of(new Read.Get(recordKey(token)), RecoveryCutoff.READ));
        Optional<LinkRecord> record = answers.getFirst().map(LinkRecord::of);
        if (record.map(LinkRecord::revoked).orElse(false)
                || !RecoveryCutoff.admits(payload.issued(), answers.getLast())) {
            return new ResolveResult.NotFound();
        }
        String shown = record.map(LinkRecord::shown).orElseGet(() -> RedactedLink.shown(presented));
        return new ResolveResult.Resolved(
                payload.url(), payload.name(), payload.ends(), payload.purpose(), RedactedLink.of(token, shown));
    }

    /** Ends a link before its time, for its owner, or for any holder where the owner is not known. */
    public DeleteResult delete(String token, String user) {
        return delete(token, Optional.of(user));
    }

    /** Ends a link whose owner is not known, for a client that is not signed in. */
    public DeleteResult delete(String token) {
        return delete(token, Optional.empty());
    }

    private DeleteResult delete(String token, Optional<String> user) {
        Optional<String> found = token.isBlank() ? Optional.empty() : longToken(token);
        if (found.isEmpty()
                || !(LongToken.open(found.get(), keys) instanceof LongToken.Opened opened)
                || over(opened.payload())) {
            return new DeleteResult.NotFound();
        }
        String digest = Digests.base64url(opened.canonical());
        Read<Optional<Bytes>> question = new Read.Get(layout.record().key(digest));
        List<Optional<Bytes>> answers = store.readAll(List.of(question, RecoveryCutoff.READ));
        if (!RecoveryCutoff.admits(opened.payload().issued(), answers.getLast())) {
            return new DeleteResult.NotFound();
        }
        Optional<Bytes> stored = answers.getFirst();
        LinkRecord record = stored.map(LinkRecord::of).orElseGet(() -> unrecorded(token, found.get()));
        boolean own = user.isPresent() && record.ownedBy(user.get());
        if (stored.isPresent() && !own && !record.isUnowned()) {
            return new DeleteResult.NotOwner();
        }
        return end(digest, stored, record, opened.payload().ends());
    }

    /**
     * Ends a listed link before its time, for its owner.
     *
     * @param id see {@link ListedLink#id}
     */
    public DeleteResult deleteListed(String id, String user) {
        Optional<Bytes> stored = layout.record().find(id).flatMap(store::get);
        Optional<LinkRecord> record = stored.map(LinkRecord::of);
        long ends = record.map(LinkRecord::ends).orElseGet(OptionalLong::empty).orElse(0);
        if (record.isEmpty() || ends <= clock.millis()) {
            return new DeleteResult.NotFound();
        }
        return record.get().ownedBy(user)
                ? end(id, stored, record.get(), Instant.ofEpochMilli(ends))
                : new DeleteResult.NotOwner();
    }

    private DeleteResult end(String digest, Optional<Bytes> stored, LinkRecord record, Instant ends) {
        Key key = layout.record().key(digest);
        LinkRecord revoked = record.asRevoked();
        Expiry life = stored.isPresent() ? Expiry.keep() : outliving(ends);
        boolean won = !record.revoked() && replace(key, stored, revoked, life);
        record.owner().ifPresent(owner -> index.remove(owner, List.of(Bytes.of(digest))));
        clear(key, revoked);
        return won
                ? new DeleteResult.Deleted(RedactedLink.ofDigest(digest, record.shown()), ends)
                : new DeleteResult.NotFound();
    }

    /** What is known of a link without a record: its mapping, where its short token was presented. */
    private LinkRecord unrecorded(String presented, String token) {
        Optional<String> mapping = presented.equals(token) ? Optional.empty() : Optional.of(storage.keyPart(presented));
        return LinkRecord.unknown(mapping, RedactedLink.shown(presented));
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
        replace(key, Optional.of(revoked.bytes()), revoked.withoutMapping(), Expiry.keep());
    }

    /** Writes a record over the one that was seen, or none, unless a concurrent writer did. */
    private boolean replace(Key key, Optional<Bytes> seen, LinkRecord next, Expiry life) {
        return store.apply(Batch.builder().require(Guard.unchanged(key, seen)).put(key, next.bytes(), life));
    }

    private boolean over(Payload payload) {
        return payload.ends().toEpochMilli() <= clock.instant().toEpochMilli();
    }

    /** The long token behind a short one; anything that has not the form of a short one stands for itself. */
    private Optional<String> longToken(String token) {
        return token.length() == SHORT && layout.mapping().find(token).isPresent()
                ? store.get(mappingKey(storage.keyPart(token)))
                        .flatMap(stored -> storage.open(token, FIELD, stored.text()))
                : Optional.of(token);
    }

    private Key mappingKey(String keyPart) {
        return layout.mapping().key(keyPart);
    }

    private Key recordKey(String token) {
        return layout.record().key(Digests.base64url(token));
    }
}
