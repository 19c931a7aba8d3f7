package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import java.time.Instant;
import java.util.Optional;

/** How the record of a session keeps its current tokens, and the token that they came for. */
record SessionPairs(Storage storage, RandomTokens random) {
    /** The fields with the current tokens: their texts, or digests where storage is hardened. */
    static final String ACCESS = "access_token";

    static final String REFRESH = "refresh_token";

    /** The fields with the digest of the refresh token that was spent for the current one, and with the time of that. */
    private static final String SPENT = "spent_refresh";

    private static final String SPENT_AT = "spent_at";

    /** The field with the current pair, sealed under the spent token; only where storage is hardened. */
    private static final String SUCCESSOR = "successor";

    /** A record with a pair as its current one. */
    Document with(Document record, Pair pair) {
        return record.with(ACCESS, shown(pair.accessToken())).with(REFRESH, shown(pair.refreshToken()));
    }

    private String shown(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token);
    }

    /** A record whose current pair came for a token that is spent now. */
    Document with(Document record, Pair pair, String spent, Instant now) {
        Document next = with(record, pair).with(SPENT, Digests.hex(spent)).with(SPENT_AT, now.toEpochMilli());
        if (storage == Storage.DOCUMENTED) {
            return next.without(SUCCESSOR);
        }
        return next.with(SUCCESSOR, storage.seal(spent, SUCCESSOR, pair.json(ACCESS, REFRESH), random));
    }

    /** Whether a record names this token as its current refresh token, as a text or as a digest. */
    static boolean isCurrent(Optional<String> recorded, String token) {
        return recorded.isPresent()
                && (Digests.same(recorded.get(), token) || Digests.same(recorded.get(), Digests.hex(token)));
    }

    /** When this token was spent for the current pair; empty where that came for another. */
    static Optional<Instant> spentAt(Session session, String token) {
        return session.text(SPENT)
                .filter(digest -> Digests.same(digest, Digests.hex(token)))
                .map(digest -> Instant.ofEpochMilli(session.number(SPENT_AT).orElse(0)));
    }

    /** The current pair, for the holder of the token that it came for; empty when the record does not give it. */
    Optional<Pair> cameFor(String spent, Session session) {
        return storage == Storage.DOCUMENTED
                ? Pair.read(session::text, ACCESS, REFRESH)
                : session.text(SUCCESSOR)
                        .flatMap(text -> storage.open(spent, SUCCESSOR, text))
                        .flatMap(Document::parse)
                        .flatMap(both -> Pair.read(both::text, ACCESS, REFRESH));
    }
}
