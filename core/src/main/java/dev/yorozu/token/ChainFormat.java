package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** How chained tokens are named and written. */
record ChainFormat(ChainLayout layout, Storage storage, RandomTokens random) {
    private static final int FAMILY_CHARACTERS = 32;
    private static final String ACCESS = "accessToken";
    private static final String REFRESH = "refreshToken";

    /**
     * A token's record as it was when it was read.
     *
     * @param usedAt when it was spent; empty where it was not, and where that was not written down
     */
    record Kept(
            Key key,
            Bytes stored,
            Document document,
            Chains.Link link,
            Instant endsAt,
            boolean used,
            Optional<Instant> usedAt) {}

    Key key(String token) {
        return layout.record()
                .key(storage == Storage.DOCUMENTED ? token : layout.form().digest(token));
    }

    Bytes write(String token, Chains.Link link, Instant now, Instant end) {
        ChainLayout.Names names = layout.names();
        return Document.empty()
                .with(names.user(), link.user())
                .with(names.session(), storage.seal(token, names.session(), link.session(), random))
                .with(names.createdAt(), now.toEpochMilli())
                .with(names.endsAt(), end.toEpochMilli())
                .with(names.used(), false)
                .with(names.family(), link.family())
                .bytes();
    }

    /** The record of a token that is spent for a pair. */
    Bytes spent(String token, Kept kept, Spending.Pair pair, Instant now) {
        ChainLayout.Names names = layout.names();
        Document both = Document.empty().with(ACCESS, pair.accessToken()).with(REFRESH, pair.refreshToken());
        return kept.document()
                .with(names.used(), true)
                .with(names.usedAt(), now.toEpochMilli())
                .with(
                        names.successor(),
                        storage.seal(token, names.successor(), both.bytes().text(), random))
                .bytes();
    }

    /** The pair that a token was spent for; empty where its record does not give it. */
    Optional<Spending.Pair> successor(String token, Kept kept) {
        String name = layout.names().successor();
        Optional<Document> both = kept.document()
                .text(name)
                .flatMap(text -> storage.open(token, name, text))
                .flatMap(Document::parse);
        Optional<String> access = both.flatMap(each -> each.text(ACCESS));
        Optional<String> refresh = both.flatMap(each -> each.text(REFRESH)).filter(layout::isToken);
        return access.isPresent() && refresh.isPresent()
                ? Optional.of(new Spending.Pair(access.get(), refresh.get()))
                : Optional.empty();
    }

    /** The record in these bytes; empty when they are none. Those of an earlier program name no family. */
    Optional<Kept> read(String token, Key key, Bytes stored) {
        Optional<Document> parsed = Document.parse(stored);
        if (parsed.isEmpty()) {
            return Optional.empty();
        }
        ChainLayout.Names names = layout.names();
        Document document = parsed.get();
        Optional<String> user = document.text(names.user());
        Optional<String> session =
                document.text(names.session()).flatMap(text -> storage.open(token, names.session(), text));
        OptionalLong end = document.number(names.endsAt());
        Optional<Boolean> used = document.flag(names.used());
        if (user.isEmpty() || session.isEmpty() || end.isEmpty() || used.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong usedAt = document.number(names.usedAt());
        return Optional.of(new Kept(
                key,
                stored,
                document,
                new Chains.Link(user.get(), session.get(), family(document, key)),
                Instant.ofEpochMilli(end.getAsLong()),
                used.get(),
                usedAt.isPresent() ? Optional.of(Instant.ofEpochMilli(usedAt.getAsLong())) : Optional.empty()));
    }

    /** A family that is not written down is made from the key: the same wherever and whenever the token is met. */
    private String family(Document document, Key key) {
        return document.text(layout.names().family())
                .filter(layout::isFamily)
                .orElseGet(() -> Digests.hex("yorozu family " + key.name()).substring(0, FAMILY_CHARACTERS));
    }

    String nextFamily() {
        return random.hex(FAMILY_CHARACTERS / 2);
    }
}
