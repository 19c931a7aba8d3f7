package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How refresh tokens with a record each are named and written, as the Patreon relay documents it; family, time of use and
 * successor are our own fields. Times are in milliseconds since 1970. The session, and the successor with its access token,
 * are sealed under the token where storage is hardened.
 */
record FamilyFormat(Storage storage, RandomTokens random) {
    static final TokenForm FORM = TokenForm.UUID;

    private static final int FAMILY_CHARACTERS = 32;
    private static final String USER = "userId";
    private static final String SESSION = "sessionToken";
    private static final String CREATED_AT = "createdAt";
    private static final String ENDS_AT = "expiresAt";
    private static final String USED = "isUsed";
    private static final String FAMILY = "familyId";
    private static final String USED_AT = "usedAt";
    private static final String SUCCESSOR = "successor";
    private static final String ACCESS = "accessToken";
    private static final String REFRESH = "refreshToken";

    /**
     * A token's record as it was when it was read. Its text form does not show the session.
     *
     * @param session the secret of the session on which it hangs
     * @param usedAt when it was spent; empty where it was not, and where that was not written down
     */
    record Record(
            Key key,
            Bytes stored,
            Document document,
            String user,
            String session,
            String family,
            Instant endsAt,
            boolean used,
            Optional<Instant> usedAt) {
        @Override
        public String toString() {
            return "Record[" + family + " of " + user + "]";
        }
    }

    Key key(String token) {
        return PatreonKeys.REFRESH.key(FORM.keyPart(token, storage));
    }

    Bytes write(String token, Session session, String family, Instant now, Instant end) {
        return Document.empty()
                .with(USER, session.user())
                .with(SESSION, storage.seal(token, SESSION, session.sid().orElseThrow(), random))
                .with(CREATED_AT, now.toEpochMilli())
                .with(ENDS_AT, end.toEpochMilli())
                .with(USED, false)
                .with(FAMILY, family)
                .bytes();
    }

    /** The record of a token that is spent for a pair. */
    Bytes spent(String token, Record record, Pair pair, Instant now) {
        return record.document()
                .with(USED, true)
                .with(USED_AT, now.toEpochMilli())
                .with(SUCCESSOR, storage.seal(token, SUCCESSOR, pair.json(ACCESS, REFRESH), random))
                .bytes();
    }

    /** The pair that a token was spent for; empty where its record does not give it. */
    Optional<Pair> successor(String token, Record record) {
        return record.document()
                .text(SUCCESSOR)
                .flatMap(text -> storage.open(token, SUCCESSOR, text))
                .flatMap(Document::parse)
                .flatMap(both -> Pair.read(both::text, ACCESS, REFRESH))
                .filter(pair -> FORM.accepts(pair.refreshToken()));
    }

    /** The record in these bytes; empty when they are none. Those of an earlier program name no family. */
    Optional<Record> read(String token, Key key, Bytes stored) {
        Document document = Document.parse(stored).orElse(Document.empty());
        Optional<String> user = document.text(USER);
        Optional<String> session = document.text(SESSION).flatMap(text -> storage.open(token, SESSION, text));
        OptionalLong end = document.number(ENDS_AT);
        Optional<Boolean> used = document.flag(USED);
        if (user.isEmpty() || session.isEmpty() || end.isEmpty() || used.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong usedAt = document.number(USED_AT);
        return Optional.of(new Record(
                key,
                stored,
                document,
                user.get(),
                session.get(),
                family(document, key),
                Instant.ofEpochMilli(end.getAsLong()),
                used.get(),
                usedAt.isPresent() ? Optional.of(Instant.ofEpochMilli(usedAt.getAsLong())) : Optional.empty()));
    }

    /** A family that is not written down is made from the key: the same wherever and whenever the token is met. */
    private static String family(Document document, Key key) {
        return document.text(FAMILY)
                .filter(PatreonKeys.ENDED_FAMILY.parts().getFirst()::accepts)
                .orElseGet(() -> Digests.hex("yorozu family " + key.name()).substring(0, FAMILY_CHARACTERS));
    }

    String nextToken() {
        return FORM.next(random);
    }

    String nextFamily() {
        return random.hex(FAMILY_CHARACTERS / 2);
    }
}
