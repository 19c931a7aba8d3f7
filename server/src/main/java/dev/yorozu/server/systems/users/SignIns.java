package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.Identifier;
import dev.yorozu.account.UserAgent;
import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.SignedIn;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Signs people in with their password.
 *
 * <p>Sessions and accounts lie in two places, and an account may be disabled, or its password changed, while somebody signs
 * in to it. Whoever does that changes the directory first and ends all sessions after. Here the session is begun first, and
 * the account is looked at once more after: whichever of the two comes last sees the other, so that no token of a changed
 * account is ever handed out. What was begun is also ended when anything fails before it could be handed out; a crash
 * leaves a session that nobody knows a token of, which ends by itself.
 */
final class SignIns {
    /** The attributes of a session, as the document names them. */
    static final String ADDRESS = "ip_address";

    static final String AGENT = "user_agent";
    private static final String DEVICE = "device_info";

    private final Directory directory;
    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final TokenSessions logins;
    private final UserTrail trail;
    private final TokenMetrics metrics;
    private final InstantSource clock;

    SignIns(
            Directory directory,
            Accounts accounts,
            LoginThrottle throttle,
            TokenSessions logins,
            UserTrail trail,
            TokenMetrics metrics,
            InstantSource clock) {
        this.directory = directory;
        this.accounts = accounts;
        this.throttle = throttle;
        this.logins = logins;
        this.trail = trail;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** What became of a sign-in. */
    sealed interface Outcome {
        record Entered(Issued issued) implements Outcome {}

        /** Wrong address, wrong password, disabled account: all alike. */
        record Refused(long remaining) implements Outcome {}

        record TooMany(long retryAfterSeconds) implements Outcome {}
    }

    Outcome enter(String email, String password, boolean remembered, Client client) {
        Optional<Account> known = directory.findByIdentifier(email);
        LoginAttempt<Optional<Account>> attempt = throttle.attempt(
                new AttemptSource(client.subject(), client.id()),
                subject(known, email),
                () -> accounts.authenticate(known, password),
                found -> found.isPresent() ? LoginAttempt.Verdict.CORRECT : LoginAttempt.Verdict.WRONG);
        return switch (attempt) {
            case LoginAttempt.Checked<Optional<Account>> checked ->
                checked.outcome().isPresent()
                        ? enter(checked.outcome().get(), remembered, client)
                                .<Outcome>map(Outcome.Entered::new)
                                .orElseGet(() -> refused(
                                        client,
                                        known,
                                        SignedIn.OVERTAKEN,
                                        "account changed meanwhile",
                                        new Outcome.Refused(checked.remaining())))
                        : refused(
                                client,
                                known,
                                SignedIn.REFUSED,
                                "wrong credentials",
                                new Outcome.Refused(checked.remaining()));
            case LoginAttempt.Refused<Optional<Account>> many ->
                refused(
                        client,
                        known,
                        SignedIn.LIMITED,
                        "too many tries",
                        new Outcome.TooMany(many.retryAfterSeconds()));
        };
    }

    private static String subject(Optional<Account> known, String email) {
        return known.map(account -> account.uuid().toString()).orElseGet(() -> Identifier.unknown(email));
    }

    private Outcome refused(Client client, Optional<Account> known, SignedIn counted, String why, Outcome outcome) {
        trail.refused(client, known.map(account -> account.uuid().toString()), why);
        metrics.count(counted);
        return outcome;
    }

    /** Begins a session of an account whose owner has proved to be it; empty when the account changed meanwhile. */
    Optional<Issued> enter(Account account, boolean remembered, Client client) {
        String user = account.uuid().toString();
        Optional<Issued> begun =
                logins.signIn(remembered, attributes(client), new Claims(user, UsersJson.claims(account)));
        if (begun.isEmpty()) {
            return begun;
        }
        String session = UsersJson.id(begun.get().session().orElseThrow());
        try {
            if (!isUnchanged(account)) {
                logins.end(user, session);
                return Optional.empty();
            }
            trail.signedIn(client, user, session);
            directory.record(
                    account.id(), new HistoryEvent(HistoryEvent.Type.SIGNED_IN, clock.instant(), client.masked(), ""));
        } catch (RuntimeException fault) {
            endQuietly(user, session, fault);
            throw fault;
        }
        metrics.count(SignedIn.ENTERED);
        return begun;
    }

    private static Document attributes(Client client) {
        return Document.empty()
                .with(ADDRESS, client.shown())
                .with(AGENT, client.agent())
                .with(DEVICE, UsersJson.kept(UserAgent.of(client.agent())));
    }

    private boolean isUnchanged(Account account) {
        return directory
                .find(account.id())
                .filter(now -> now.enabled() && now.version() == account.version())
                .isPresent();
    }

    private void endQuietly(String user, String session, RuntimeException fault) {
        try {
            logins.end(user, session);
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
