package dev.yorozu.login;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Pairs of tokens: how they are signed, and what a session's record keeps of them. */
record Issue(
        AccessTokens access,
        AccessTokens refresh,
        LoginLayout layout,
        LoginPolicy policy,
        Storage storage,
        RandomTokens random) {
    /** The claim with the session's id. */
    static final String SID = "sid";

    private static final int ID_BYTES = 16;

    /**
     * Two tokens of one session, issued together.
     *
     * @param end when the refresh token ends, and the session with it
     */
    record Pair(String accessToken, String refreshToken, Instant end) {
        @Override
        public String toString() {
            return "Pair";
        }
    }

    /** When a pair ends that is issued now; empty when the login's absolute end is too near for another token. */
    Optional<Instant> end(Instant now, Instant began, boolean remembered) {
        Instant end = policy.refreshEnd(now, began, remembered).truncatedTo(ChronoUnit.SECONDS);
        return end.isAfter(now) ? Optional.of(end) : Optional.empty();
    }

    Pair sign(String user, String sid, Instant now, Instant end, Document claims) {
        Document session = Document.empty().with(SID, sid);
        Access brief = new Access(random.hex(ID_BYTES), now, policy.accessEnd(now, end));
        Access lasting = new Access(random.hex(ID_BYTES), now, end);
        return new Pair(
                access.sign(user, brief, session.withAll(claims.without(SID))),
                refresh.sign(user, lasting, session),
                end);
    }

    /** A record with a pair as its current one. */
    Document with(Document record, Pair pair) {
        return record.with(layout.access(), shown(pair.accessToken()))
                .with(layout.refresh(), shown(pair.refreshToken()));
    }

    /** A record whose current pair came for a token that is spent now. */
    Document with(Document record, Pair pair, String spent, Instant now) {
        Document next =
                with(record, pair).with(layout.spent(), Digests.hex(spent)).with(layout.spentAt(), now.toEpochMilli());
        if (storage == Storage.DOCUMENTED) {
            return next.without(layout.successor());
        }
        Document both =
                Document.empty().with(layout.access(), pair.accessToken()).with(layout.refresh(), pair.refreshToken());
        return next.with(
                layout.successor(),
                storage.seal(spent, layout.successor(), both.bytes().text(), random));
    }

    private String shown(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token);
    }

    /** Whether a record names this refresh token as the current one, as a text or as a digest. */
    boolean isCurrent(Optional<String> recorded, String token) {
        return recorded.isPresent()
                && (Digests.same(recorded.get(), token) || Digests.same(recorded.get(), Digests.hex(token)));
    }

    /** Whether the session's current pair came for this token, and that a moment ago. */
    boolean isJustSpent(Session session, String token, Instant now) {
        boolean spent = session.text(layout.spent())
                .filter(digest -> Digests.same(digest, Digests.hex(token)))
                .isPresent();
        long at = session.number(layout.spentAt()).orElse(0);
        return spent && now.toEpochMilli() - policy.grace().toMillis() < at;
    }

    /** The current pair, for somebody who presents the token that it came for; empty when the record does not give it. */
    Optional<Pair> successor(Session session, String spent) {
        Optional<String> accessToken = session.text(layout.access());
        Optional<String> refreshToken = session.text(layout.refresh());
        if (storage == Storage.HARDENED) {
            Optional<Document> both = session.text(layout.successor())
                    .flatMap(text -> storage.open(spent, layout.successor(), text))
                    .flatMap(Document::parse);
            accessToken = both.flatMap(each -> each.text(layout.access()));
            refreshToken = both.flatMap(each -> each.text(layout.refresh()));
        }
        if (accessToken.isEmpty() || refreshToken.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Pair(accessToken.get(), refreshToken.get(), session.endsAt()));
    }

    /** The id of the session that a token belongs to. */
    static Optional<String> sid(Jwt jwt) {
        return jwt.claims().text(SID);
    }
}
