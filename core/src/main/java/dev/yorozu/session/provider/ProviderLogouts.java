package dev.yorozu.session.provider;

import dev.yorozu.keyspace.OidcKeys;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Ends sessions when the provider says that their user was logged out there. Safe for use by any number of threads and servers.
 *
 * <p>A sign-in and a logout meet in one of two orders, and in neither a session is left over. The sign-in begins its session, which
 * is listed from then on, and <i>then</i> ties it to the provider's session, unless a mark says that a logout came since the
 * provider issued its token. The logout leaves the mark <i>first</i>, and then ends what is tied or listed. So either the logout
 * finds the session, or the sign-in finds the mark and ends the session itself, before its sid is given away. <i>A sign-in that is
 * cut off before the tie</i> leaves a session whose sid nobody knows.
 *
 * <p>Both times are the provider's, so that clocks need not agree. A mark lives longer than a sign-in can be under way.
 *
 * <p>A logout token is good once. Its own mark says that it is being followed, and at the end that it was. <i>A server that dies in
 * between</i> leaves the former: the provider's next attempt does the whole again, which changes nothing that was done already.
 */
public final class ProviderLogouts {
    /** The attribute of a session with what stands in keys for the provider's. */
    public static final String FIELD = "provider_session";

    /** How long a sign-in can be under way, generously. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(20);

    /** How many users a provider may name one session for; it should be one. */
    private static final int MOST_USERS = 64;

    private static final int ROUNDS = 16;
    private static final Bytes BEGUN = Bytes.of("begun");
    private static final Bytes DONE = Bytes.of("done");

    private final Store store;
    private final Sessions sessions;
    private final Duration longest;

    /** @param longest how long a session can live, however much it is used */
    public ProviderLogouts(Store store, Sessions sessions, Duration longest) {
        this.store = store;
        this.sessions = sessions;
        this.longest = longest;
    }

    /**
     * Ties a session that just began, and whose sid nobody knows yet, to the provider's.
     *
     * @param issuedAt when the provider said who it is
     * @return false where the provider logged the user out since: the session has ended
     */
    public boolean tie(Session session, Instant issuedAt) {
        boolean tied = false;
        try {
            tied = session.text(FIELD)
                    .map(provider -> tied(session, provider, issuedAt))
                    .orElseGet(() -> !covers(store.get(OidcKeys.USER_LOGOUT.key(session.user())), issuedAt));
        } finally {
            if (!tied) {
                session.sid().ifPresent(sessions::end);
            }
        }
        return tied;
    }

    private boolean tied(Session session, String provider, Instant issuedAt) {
        Key mark = OidcKeys.PROVIDER_LOGOUT.key(provider);
        Key users = OidcKeys.PROVIDER_USERS.key(provider);
        Bytes user = Bytes.of(session.user());
        for (int round = 0; round < ROUNDS; round++) {
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Optional<Bytes>> ofUser =
                    trip.read(new Read.Get(OidcKeys.USER_LOGOUT.key(session.user())));
            RoundTrip.Answer<Optional<Bytes>> ofSession = trip.read(new Read.Get(mark));
            RoundTrip.Answer<Boolean> known = trip.read(new Read.IsMember(users, user));
            trip.send();
            if (covers(ofUser.get(), issuedAt) || covers(ofSession.get(), issuedAt)) {
                return false;
            }
            Guard room = known.get() ? Guard.member(users, user) : Guard.sizeBelow(users, MOST_USERS);
            if (store.apply(Batch.builder()
                    .require(Guard.unchanged(mark, ofSession.get()))
                    .require(room)
                    .setAdd(users, user)
                    .expire(users, Expiry.after(longest)))) {
                return true;
            }
        }
        throw new StoreException.Unavailable("The provider names one session for many users, or ends it all the time");
    }

    /** Whether a logout came at or after this time. A mark that is no number was written by hand and wrongly, and counts. */
    private static boolean covers(Optional<Bytes> mark, Instant issuedAt) {
        OptionalLong second = mark.map(Bytes::number).orElse(OptionalLong.empty());
        return mark.isPresent() && (second.isEmpty() || issuedAt.getEpochSecond() <= second.getAsLong());
    }

    /**
     * Ends what a provider says has ended.
     *
     * @return the sessions that lived; empty where this logout was followed before
     */
    public Optional<List<Session>> follow(Logout logout) {
        Key token = OidcKeys.LOGOUT.key(logout.id());
        Commit begun = store.commit(Batch.builder()
                .require(Guard.absent(token))
                .put(token, BEGUN, Expiry.at(logout.endsAt()))
                .build());
        if (begun instanceof Commit.Rejected rejected
                && !rejected.found().string().equals(Optional.of(BEGUN))) {
            return Optional.empty();
        }
        List<Session> ended = logout.providerSession()
                .map(provider -> endOne(logout, provider))
                .orElseGet(() -> endAll(logout, logout.user().orElseThrow()));
        boolean first =
                store.apply(Batch.builder().require(Guard.equalTo(token, BEGUN)).put(token, DONE, Expiry.keep()));
        return first ? Optional.of(ended) : Optional.empty();
    }

    private List<Session> endAll(Logout logout, String user) {
        mark(OidcKeys.USER_LOGOUT.key(user), logout.issuedAt());
        return sessions.endAll(user).stream()
                .flatMap(ended -> ended.session().stream())
                .toList();
    }

    private List<Session> endOne(Logout logout, String provider) {
        mark(OidcKeys.PROVIDER_LOGOUT.key(provider), logout.issuedAt());
        Set<String> users = new LinkedHashSet<>();
        logout.user().ifPresent(users::add);
        store.members(OidcKeys.PROVIDER_USERS.key(provider)).forEach(user -> users.add(user.text()));
        List<Session> ended = new ArrayList<>();
        for (String user : users) {
            sessions.list(user).stream()
                    .filter(session -> session.text(FIELD).equals(Optional.of(provider)))
                    .filter(session -> sessions.endOne(user, session.publicId()).isPresent())
                    .forEach(ended::add);
        }
        return ended;
    }

    /** Leaves the mark, unless a later logout left one. */
    private void mark(Key mark, Instant issuedAt) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Bytes> seen = store.get(mark);
            if (covers(seen, issuedAt)
                    || store.apply(Batch.builder()
                            .require(Guard.unchanged(mark, seen))
                            .put(mark, Bytes.of(issuedAt.getEpochSecond()), Expiry.after(UNDER_WAY)))) {
                return;
            }
        }
        throw new StoreException.Unavailable("The provider ends the same session all the time");
    }
}
