package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Device;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.Identifier;
import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.SignedIn;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.ledger.Logins;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Signs people in with their password.
 *
 * <p>Tokens and accounts lie in two places, and an account may be disabled, or its password changed, while somebody signs
 * in to it. Whoever does that changes the directory first and ends all tokens after. Here the tokens are issued first, and
 * the account is looked at once more after: whichever of the two comes last sees the other, so that no token of a changed
 * account is ever handed out. What was issued is also ended when anything fails before it could be handed out; a crash
 * leaves a login that nobody knows a token of, which ends by itself.
 */
final class SignIns {
    /** The attribute of a login that says which device it is on. */
    static final String DEVICE = "DevicePublicId";

    private final Directory directory;
    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final Logins tokens;
    private final AuditTrail trail;
    private final TokenMetrics metrics;
    private final InstantSource clock;

    SignIns(
            Directory directory,
            Accounts accounts,
            LoginThrottle throttle,
            Logins tokens,
            AuditTrail trail,
            TokenMetrics metrics,
            InstantSource clock) {
        this.directory = directory;
        this.accounts = accounts;
        this.throttle = throttle;
        this.tokens = tokens;
        this.trail = trail;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** What became of a sign-in. */
    sealed interface Outcome {
        record Entered(Account account, Issued issued, Device.Seen device) implements Outcome {}

        /** Wrong identifier, wrong password, disabled account: all alike. */
        record Refused() implements Outcome {}

        record TooMany(long retryAfterSeconds) implements Outcome {}
    }

    Outcome enter(String identifier, String password, DeviceSighting sighting, Client client) {
        Optional<Account> known = directory.findByIdentifier(identifier);
        LoginAttempt<Optional<Account>> attempt = throttle.attempt(
                AttemptSource.of(client.id()),
                known.map(Account::user).orElseGet(() -> Identifier.unknown(identifier)),
                () -> accounts.authenticate(known, password),
                found -> found.isPresent() ? LoginAttempt.Verdict.CORRECT : LoginAttempt.Verdict.WRONG);
        return switch (attempt) {
            case LoginAttempt.Checked<Optional<Account>> checked ->
                checked.outcome().isPresent()
                        ? enter(checked.outcome().get(), sighting, client)
                        : refused(client, known, SignedIn.REFUSED, "wrong credentials", new Outcome.Refused());
            case LoginAttempt.Refused<Optional<Account>> many ->
                refused(
                        client,
                        known,
                        SignedIn.LIMITED,
                        "too many tries",
                        new Outcome.TooMany(many.retryAfterSeconds()));
        };
    }

    private Outcome refused(Client client, Optional<Account> known, SignedIn counted, String why, Outcome outcome) {
        trail.refused(client, known.map(Account::user), why);
        metrics.count(counted);
        return outcome;
    }

    private Outcome enter(Account account, DeviceSighting sighting, Client client) {
        Optional<Device.Seen> device = directory.remember(account.id(), sighting);
        if (device.isEmpty()) {
            return overtaken(account, client);
        }
        String publicId = device.get().device().publicId().toString();
        Issued issued = tokens.issue(
                account.user(),
                Document.empty().with(DEVICE, publicId),
                new Claims(account.user(), TokensJson.claims(account)));
        try {
            if (!isUnchanged(account, device.get())) {
                tokens.end(issued.refreshToken(), account.user());
                return overtaken(account, client);
            }
            trail.signedIn(client, account.user(), issued.login().id());
            directory.record(
                    account.id(),
                    new HistoryEvent(HistoryEvent.Type.SIGNED_IN, clock.instant(), client.masked(), publicId));
        } catch (RuntimeException fault) {
            endQuietly(issued, account, fault);
            throw fault;
        }
        metrics.count(SignedIn.ENTERED);
        return new Outcome.Entered(account, issued, device.get());
    }

    /** The second look: at the account, and at the device, which its owner may be forgetting at this moment. */
    private boolean isUnchanged(Account account, Device.Seen device) {
        return directory
                        .find(account.id())
                        .filter(now -> now.enabled() && now.version() == account.version())
                        .isPresent()
                && directory.device(account.id(), device.device().id()).isPresent();
    }

    private Outcome overtaken(Account account, Client client) {
        return refused(
                client, Optional.of(account), SignedIn.OVERTAKEN, "account changed meanwhile", new Outcome.Refused());
    }

    private void endQuietly(Issued issued, Account account, RuntimeException fault) {
        try {
            tokens.end(issued.refreshToken(), account.user());
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
