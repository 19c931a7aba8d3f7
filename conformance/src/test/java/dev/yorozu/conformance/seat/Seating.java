package dev.yorozu.conformance.seat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The sessions of the Patreon relay, as it begins and renews them: one for each user. */
public final class Seating {
    private static final GrantFields GRANTS = GrantFields.PATREON;

    private Seating() {}

    public static Sessions seats(Store store, Storage storage, RandomTokens random, InstantSource clock) {
        return new Sessions(
                store, SessionLayout.PATREON, SessionPolicy.singleDevice(Duration.ofDays(30)), storage, random, clock);
    }

    public static Document person(String email, String fullName) {
        return Document.empty().with("email", email).with("fullName", fullName);
    }

    public static Start take(
            Sessions seats, String user, Document person, Grant grant, Optional<String> profile, Instant now) {
        Document granted = GRANTS.write(Document.empty().with("accessToken", "").with("refreshToken", ""), grant, now);
        return seats.start(new NewSession(
                        user, seats.nextSid(), granted.with("userId", user).withIfPresent("supabaseUuid", profile))
                .describing(person));
    }

    public static Change renew(Sessions seats, Session seen, Grant grant, Instant asked) {
        return seats.change(seen, document -> GRANTS.write(document, grant, asked));
    }

    /** The session that was begun, also where it was overtaken. */
    public static Session seat(Start start) {
        return switch (start) {
            case Start.Started started -> started.session();
            case Start.Overtaken overtaken -> overtaken.session();
            case Start.Refused refused -> throw new AssertionError("A sign-in is never refused");
        };
    }

    public static String token(Session seat) {
        return seat.sid().orElseThrow();
    }

    public static String accessToken(Session seat) {
        return GRANTS.accessToken(seat).orElseThrow();
    }

    public static String refreshToken(Session seat) {
        return GRANTS.refreshToken(seat).orElse("");
    }
}
