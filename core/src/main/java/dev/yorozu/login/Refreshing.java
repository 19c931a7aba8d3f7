package dev.yorozu.login;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.AccessTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a refresh token is spent for a new pair, step by step:
 *
 * <ol>
 *   <li>Signature and claims say whose it is and of which session. The session's record and the token's revocation are read
 *       together. <i>Nothing has changed yet.</i>
 *   <li>A token that the record names as the current one is spent: the record is replaced if it is still the one that was
 *       seen, the new pair is current, and the digest of the token is kept with the time. This is the step that counts, and
 *       of many who try it at once one gets through. <i>A crash here</i> leaves the client without an answer; its retry is
 *       answered from the record.
 *   <li>The token is revoked by its id, for programs that look nowhere else. <i>A crash before that</i> changes nothing
 *       here: the record does not name it as the current one any more.
 * </ol>
 *
 * <p>A token that is not the current one was spent. If the current pair came for it a moment ago, that pair is given once
 * more, without any change. Otherwise somebody else may hold it: all sessions of the user end, the token's own the last, so
 * that <i>after a crash</i> the token, presented again, is recognised again. A current token that was revoked by its id,
 * by an operator or another program, ends its session.
 *
 * <p>Record and revocation are read at different moments: the record before another's rotation, the revocation after it.
 * So what looks current and revoked ends the session only while the record has the version seen.
 */
final class Refreshing {
    /** How often others may change the same session during one refresh; each time one of them got through. */
    private static final int ROUNDS = 64;

    private final Store store;
    private final Sessions sessions;
    private final Issue issue;
    private final Revocations revocations;
    private final InstantSource clock;

    Refreshing(Store store, Sessions sessions, Issue issue, Revocations revocations, InstantSource clock) {
        this.store = store;
        this.sessions = sessions;
        this.issue = issue;
        this.revocations = revocations;
        this.clock = clock;
    }

    Refresh refresh(String token, Function<String, Optional<Document>> admits) {
        AccessTokens.Lookup lookup = issue.refresh().lookup(token);
        if (lookup.signed().isEmpty()) {
            Verification.Invalid invalid = (Verification.Invalid) lookup.found(List.of());
            return new Refresh.Invalid(invalid.reason());
        }
        Jwt jwt = lookup.signed().get();
        Optional<String> sid = Issue.sid(jwt);
        Optional<Sessions.Lookup> session = sid.flatMap(each -> sessions.lookup(jwt.subject(), each));
        return session.isEmpty()
                ? new Refresh.Invalid(Reason.CLAIMS)
                : new Attempt(token, jwt, sid.get(), lookup, session.get(), admits).run();
    }

    /** One presentation of one token, through as many rounds as others make necessary. */
    private final class Attempt {
        private final String token;
        private final Jwt jwt;
        private final String sid;
        private final AccessTokens.Lookup revocation;
        private final Sessions.Lookup lookup;
        private final Function<String, Optional<Document>> admits;
        private final Instant now = Instant.ofEpochMilli(clock.millis());
        private Issue.@Nullable Pair pair;

        Attempt(
                String token,
                Jwt jwt,
                String sid,
                AccessTokens.Lookup revocation,
                Sessions.Lookup lookup,
                Function<String, Optional<Document>> admits) {
            this.token = token;
            this.jwt = jwt;
            this.sid = sid;
            this.revocation = revocation;
            this.lookup = lookup;
            this.admits = admits;
        }

        Refresh run() {
            for (int round = 0; round < ROUNDS; round++) {
                Optional<Refresh> outcome = attempt();
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
            throw new StoreException.Unavailable("Others change the same session all the time");
        }

        /** Empty when somebody else changed the session meanwhile. */
        private Optional<Refresh> attempt() {
            List<Read<?>> questions = new ArrayList<>(revocation.questions());
            questions.add(lookup.question());
            List<Object> answers = store.readAll(questions);
            int last = answers.size() - 1;
            boolean revoked = revocation.found(answers.subList(0, last)) instanceof Verification.Invalid;
            Optional<Session> found = lookup.found(((Optional<?>) answers.get(last)).map(Bytes.class::cast));
            if (found.isEmpty()) {
                return Optional.of(revoked ? new Refresh.Revoked() : new Refresh.NoSession());
            }
            Session session = found.get();
            if (!issue.isCurrent(session.text(issue.layout().refresh()), token)) {
                return Optional.of(issue.isJustSpent(session, token, now) ? again(session) : reuse());
            }
            return revoked ? revoke(session) : spend(session);
        }

        private Optional<Refresh> revoke(Session session) {
            if (!sessions.end(session)) {
                return Optional.empty();
            }
            revocations.tryRevoke(List.of(session));
            return Optional.of(new Refresh.Revoked());
        }

        private Optional<Refresh> spend(Session session) {
            Optional<Document> claims = admits.apply(jwt.subject());
            if (claims.isEmpty()) {
                return Optional.of(new Refresh.NotAdmitted());
            }
            Optional<Instant> end = issue.end(now, session.createdAt(), session.lasting());
            if (end.isEmpty()) {
                return Optional.of(new Refresh.NoSession());
            }
            Issue.Pair next = pair == null ? issue.sign(jwt.subject(), sid, now, end.get(), claims.get()) : pair;
            pair = next;
            Change change = sessions.change(
                    session,
                    next.end(),
                    record -> issue.isCurrent(record.text(issue.layout().refresh()), token)
                            ? Optional.of(issue.with(record, next, token, now))
                            : Optional.empty());
            return switch (change) {
                case Change.Superseded superseded -> Optional.empty();
                case Change.Ended ended -> Optional.empty();
                case Change.Changed changed -> {
                    markSpent();
                    yield Optional.of(new Refresh.Refreshed(tokens(changed.session(), next)));
                }
            };
        }

        private void markSpent() {
            try {
                issue.refresh().revoke(jwt.id(), jwt.endsAt());
            } catch (StoreException unreachable) {
                // The record knows that it was spent.
            }
        }

        private Refresh again(Session session) {
            Optional<Issue.Pair> same = issue.successor(session, token);
            if (same.isEmpty()) {
                return new Refresh.NoSession();
            }
            if (admits.apply(jwt.subject()).isEmpty()) {
                return new Refresh.NotAdmitted();
            }
            return new Refresh.Repeated(tokens(session, same.get()));
        }

        private Refresh reuse() {
            List<Session> ended = new ArrayList<>(sessions.takeAllBut(jwt.subject(), sid));
            sessions.take(jwt.subject(), sid).ifPresent(ended::add);
            revocations.tryRevoke(ended);
            return new Refresh.Reused(jwt.subject(), ended.size());
        }

        private Tokens tokens(Session session, Issue.Pair current) {
            return new Tokens(session, current.accessToken(), current.refreshToken(), session.lasting());
        }
    }
}
