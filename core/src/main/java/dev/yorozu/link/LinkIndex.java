package dev.yorozu.link;

import dev.yorozu.json.Document;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.page.RankPages;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lists of the links that users made: the digests of their tokens, ranked by when they were issued.
 *
 * <p>A link's record is the truth. An entry is added after its record and means nothing without one that lives; it is
 * removed with its link, and whenever it is found to be stale. The oldest entries give way to new ones, whose links live
 * on unlisted; the whole list ends with the last link that was entered.
 *
 * <p>What a list shows of a link, its short token above all, lies in the record as storage keeps secrets: hardened, under a
 * key made from the sid of the session that made it, so that the store holds nothing that opens a link.
 */
final class LinkIndex {
    private static final String FIELD = "link";

    private final Store store;
    private final LinkLayout layout;
    private final int most;
    private final Storage storage;
    private final RandomTokens random;
    private final InstantSource clock;

    LinkIndex(Store store, LinkLayout layout, int most, Storage storage, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.layout = layout;
        this.most = most;
        this.storage = storage;
        this.random = random;
        this.clock = clock;
    }

    /** What the record keeps for the list. */
    String content(LinkRequest.Owner owner, String shortToken, FileName name) {
        Document content = Document.empty().with("short", shortToken).with("name", name.full());
        return storage.seal(owner.sid(), FIELD, content.bytes().text(), random);
    }

    private Optional<ListedLink.Content> opened(LinkRequest.Owner owner, String content) {
        return storage.open(owner.sid(), FIELD, content)
                .flatMap(Document::parse)
                .flatMap(document -> document.text("short")
                        .flatMap(shortToken ->
                                document.text("name").map(name -> new ListedLink.Content(shortToken, name))));
    }

    void add(String user, String digest, Instant issued, Instant ends) {
        Key key = layout.index().key(user);
        store.commit(Batch.builder()
                .rankAdd(key, Bytes.of(digest), issued.toEpochMilli())
                .rankTrim(key, Order.FALLING, most)
                .prolong(key, Duration.between(issued, ends))
                .build());
    }

    void remove(String user, List<Bytes> digests) {
        store.commit(Batch.builder()
                .rankRemove(layout.index().key(user), digests.toArray(Bytes[]::new))
                .build());
    }

    /** The links of a user that live, the newest first; entries of those that do not are removed. */
    Page<ListedLink> list(LinkRequest.Owner owner, Optional<Cursor> after, int limit) {
        return new RankPages(store, layout.index().key(owner.user()), Order.FALLING)
                .page(after, Math.min(limit, most))
                .page()
                .map(entries -> living(owner, entries));
    }

    private List<ListedLink> living(LinkRequest.Owner owner, List<Ranked> listed) {
        List<Ranked> entries = listed.stream()
                .filter(entry -> layout.record().find(entry.member().text()).isPresent())
                .toList();
        if (entries.isEmpty()) {
            return List.of();
        }
        List<Read<Optional<Bytes>>> questions = new ArrayList<>(List.of(RecoveryCutoff.READ));
        entries.forEach(entry ->
                questions.add(new Read.Get(layout.record().key(entry.member().text()))));
        return living(owner, entries, store.readAll(questions));
    }

    private List<ListedLink> living(LinkRequest.Owner owner, List<Ranked> entries, List<Optional<Bytes>> answers) {
        List<ListedLink> made = new ArrayList<>();
        List<Bytes> stale = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Bytes digest = entries.get(i).member();
            boolean admitted = RecoveryCutoff.admits(
                    Instant.ofEpochMilli((long) entries.get(i).score()), answers.getFirst());
            Optional<LinkRecord> record =
                    answers.get(i + 1).map(LinkRecord::of).filter(found -> admitted && isListed(found, owner));
            record.ifPresentOrElse(found -> made.add(link(owner, digest.text(), found)), () -> stale.add(digest));
        }
        if (!stale.isEmpty()) {
            remove(owner.user(), stale);
        }
        return made;
    }

    private boolean isListed(LinkRecord record, LinkRequest.Owner owner) {
        return !record.revoked()
                && record.ownedBy(owner.user())
                && record.ends().orElse(0) > clock.millis();
    }

    private ListedLink link(LinkRequest.Owner owner, String digest, LinkRecord record) {
        return new ListedLink(
                digest,
                record.shown(),
                record.content().flatMap(content -> opened(owner, content)),
                Instant.ofEpochMilli(record.ends().orElseThrow()));
    }
}
