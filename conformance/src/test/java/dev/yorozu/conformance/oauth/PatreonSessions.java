package dev.yorozu.conformance.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
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

/** The sessions of the Patreon relay with the provider's grants in them: one for each user. */
public final class PatreonSessions {
    private PatreonSessions() {}

    public static Sessions sessions(Store store, Storage storage, RandomTokens random, InstantSource clock) {
        return new Sessions(
                store, SessionLayout.PATREON, SessionPolicy.singleDevice(Duration.ofDays(30)), storage, random, clock);
    }

    /** The session that was begun, also where it was overtaken. */
    public static Session signIn(Sessions sessions, String user, Grant grant, Instant now) {
        Document granted = GrantFields.PATREON.write(
                Document.empty().with("accessToken", "").with("refreshToken", ""), grant, now);
        Document person = Document.empty().with("email", "mia@example.com").with("fullName", "Mia");
        return switch (sessions.start(new NewSession(user, sessions.nextSid(), granted).describing(person))) {
            case Start.Started started -> started.session();
            case Start.Overtaken overtaken -> overtaken.session();
            case Start.Refused refused -> throw new AssertionError("A sign-in is never refused");
        };
    }
}
