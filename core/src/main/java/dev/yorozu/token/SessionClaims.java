package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.RoundTrip;
import java.time.InstantSource;
import java.util.Optional;

/** How an access token names the session on which it hangs. */
public interface SessionClaims {
    /** The claim with the session. */
    String SESSION = "sid";

    /** The claim with the public id of a session whose sid is a secret, by which the feed of revocations names it. */
    String PUBLIC_SESSION = "session_id";

    /** What a token of a user's session says of it. */
    Document of(String user, String sid);

    /** What stands in keys for the session that a token names; empty when it names none. */
    Optional<String> keyPart(Jwt jwt);

    /** Asks for the session that a token names, which must grant access; only for one that {@linkplain #keyPart names one}. */
    RoundTrip.Answer<Optional<Session>> find(RoundTrip trip, Jwt jwt);

    /** By its sid, which is no secret, with the token's subject as its user. A check is a use of the session. */
    static SessionClaims named(Sessions sessions) {
        return new SessionClaims() {
            @Override
            public Document of(String user, String sid) {
                return Document.empty().with(SESSION, sid);
            }

            @Override
            public Optional<String> keyPart(Jwt jwt) {
                return sessions.isUser(jwt.subject())
                        ? jwt.claims().text(SESSION).flatMap(sessions::keyPart)
                        : Optional.empty();
            }

            @Override
            public RoundTrip.Answer<Optional<Session>> find(RoundTrip trip, Jwt jwt) {
                return sessions.use(
                        trip, jwt.subject(), jwt.claims().text(SESSION).orElseThrow());
            }
        };
    }

    /**
     * By its sid, sealed, because the token travels further than the sid itself may, with the user in a claim of its own.
     *
     * @param secret what signs the tokens, from which the sealing key is made
     */
    static SessionClaims sealed(
            Sessions sessions, String userClaim, byte[] secret, RandomTokens random, InstantSource clock) {
        SealingKey key = SealingKey.of(Digests.hmac(secret, "yorozu session of an access token"));
        return new SessionClaims() {
            @Override
            public Document of(String user, String sid) {
                return Document.empty()
                        .with(userClaim, user)
                        .with(SESSION, key.sealText(sid, random))
                        .withIfPresent(PUBLIC_SESSION, sessions.keyPart(sid).map(Session::publicId));
            }

            @Override
            public Optional<String> keyPart(Jwt jwt) {
                return sid(jwt).flatMap(sessions::keyPart);
            }

            @Override
            public RoundTrip.Answer<Optional<Session>> find(RoundTrip trip, Jwt jwt) {
                return sessions.find(trip, sid(jwt).orElseThrow())
                        .map(found -> found.filter(session -> session.grantsAccess(clock.instant())
                                && jwt.claims().text(userClaim).equals(Optional.of(session.user()))));
            }

            private Optional<String> sid(Jwt jwt) {
                return jwt.claims().text(SESSION).flatMap(key::openText);
            }
        };
    }
}
