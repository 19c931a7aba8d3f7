package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.IndexLayout;
import dev.yorozu.session.SessionFields;
import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionTimes;
import dev.yorozu.session.Sessions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What can be chosen of the sessions of an app. */
public final class SessionsBuilder {
    private static final int SID_BYTES = 24;
    private static final SessionFields FIELDS = new SessionFields(
            SessionTimes.MILLIS,
            "user",
            Map.of(
                    Field.CREATED, "createdAt",
                    Field.LAST_SEEN, "lastSeenAt",
                    Field.VERSION, "version",
                    Field.LIMIT, "endsBy"));
    private static final Duration LIFE = Duration.ofDays(30);

    private final Context context;
    private SessionLayout layout;
    private SessionPolicy policy = new SessionPolicy(
            LIFE, LIFE, Duration.ofDays(365), 10, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1));
    private Storage storage;

    SessionsBuilder(Context context, String app) {
        this.context = context;
        this.storage = context.storage();
        this.layout = new SessionLayout(
                AppKeys.SESSION.within(app),
                new IndexLayout.InSet(AppKeys.USER_SESSIONS.within(app)),
                TokenForm.base64url(SID_BYTES),
                FIELDS,
                Set.of());
    }

    /** How long a session lives after its last use; 30 days unless it is said. */
    public SessionsBuilder life(Duration length) {
        Duration absolute = policy.absoluteLife().compareTo(length) < 0 ? length : policy.absoluteLife();
        return policy(
                new SessionPolicy(length, length, absolute, policy.maxPerUser(), policy.atCap(), policy.touchEvery()));
    }

    /** How many sessions a user has at most; 10 unless it is said. One more ends the oldest. */
    public SessionsBuilder maxPerUser(int most) {
        return policy(new SessionPolicy(
                policy.life(), policy.idle(), policy.absoluteLife(), most, policy.atCap(), policy.touchEvery()));
    }

    public SessionsBuilder policy(SessionPolicy whole) {
        this.policy = whole;
        return this;
    }

    /** Names the attributes that hardened storage encrypts under the session's id. */
    public SessionsBuilder secrets(String... attributes) {
        this.layout =
                new SessionLayout(layout.session(), layout.index(), layout.sid(), layout.fields(), Set.of(attributes));
        return this;
    }

    /** Hardened unless it is said: a copy of the store opens no session. */
    public SessionsBuilder storage(Storage kept) {
        this.storage = kept;
        return this;
    }

    /** Keeps sessions at documented keys. */
    public SessionsBuilder layout(SessionLayout documented) {
        this.layout = documented;
        return this;
    }

    Sessions build() {
        return new Sessions(context.store(), layout, policy, storage, context.random(), context.clock());
    }
}
