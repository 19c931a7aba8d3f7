package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.Verification;
import dev.yorozu.limit.Decision;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.BearerTokens;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.server.directory.KeptAccounts;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.AccessTokens;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds out who calls, by the access token that the call brings.
 *
 * <p>A token is checked anew with every call, by its signature and by one question to the store; the directory is not
 * asked. Whoever disables an account ends its sessions, which refuses its tokens at once. Only a role is looked up, as it
 * is now, whatever the token says.
 */
record UsersAccess(BearerTokens tokens, Directory directory, KeptAccounts accounts) implements AccessRules<Caller> {
    private static final int UUID_LENGTH = 36;

    UsersAccess(AccessTokens tokens, Directory directory, KeptAccounts accounts) {
        this(new BearerTokens(tokens, UsersErrors.NO_TOKEN, UsersErrors.INVALID_TOKEN), directory, accounts);
    }

    @Override
    public String misplacedKey() {
        return "A key of the user API holds what it should not";
    }

    @Override
    public Problem tooMany(Decision denied) {
        return UsersErrors.tooMany(denied.retryAfterSeconds());
    }

    @Override
    public RoundTrip.Answer<Caller> identify(RoundTrip trip, Call call) {
        return check(trip, verified(call));
    }

    /** What the token of a call says; without one that this server has signed, the call ends with status 401. */
    Verification.Valid verified(Call call) {
        return tokens.verified(call);
    }

    /** Asks with a trip whether a token still counts; the answer ends the call with status 401 where it does not. */
    RoundTrip.Answer<Caller> check(RoundTrip trip, Verification.Valid verified) {
        return tokens.check(trip, verified).map(Caller::new);
    }

    @Override
    public String user(Caller caller) {
        return caller.user();
    }

    @Override
    public boolean isOperator(Caller caller) {
        return account(caller.user())
                .filter(account -> account.enabled() && account.hasRole(Role.ADMIN))
                .isPresent();
    }

    @Override
    public Problem forbidden() {
        return UsersErrors.FORBIDDEN;
    }

    /** The account that this system knows by this name; empty also for what is no account's name. */
    Optional<Account> account(String user) {
        return uuid(user).flatMap(directory::findByUuid);
    }

    /** Asks with a trip for the account that this system knows by this name, if it is enabled. */
    RoundTrip.Answer<Optional<KeptAccount>> enabled(RoundTrip trip, String user) {
        return uuid(user).map(uuid -> enabled(accounts.find(trip, uuid))).orElse(Optional::empty);
    }

    /** The same for a refresh, which is seldom. */
    RoundTrip.Answer<Optional<KeptAccount>> stillEnabled(RoundTrip trip, String user) {
        return uuid(user).map(uuid -> enabled(accounts.peek(trip, uuid))).orElse(Optional::empty);
    }

    private static RoundTrip.Answer<Optional<KeptAccount>> enabled(RoundTrip.Answer<Optional<KeptAccount>> account) {
        return account.map(found -> found.filter(KeptAccount::enabled));
    }

    /** The UUID that this text spells in its canonical form, in any case. */
    static Optional<UUID> uuid(String text) {
        boolean canonical = text.length() == UUID_LENGTH;
        for (int i = 0; canonical && i < UUID_LENGTH; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            canonical = dash ? text.charAt(i) == '-' : HexFormat.isHexDigit(text.charAt(i));
        }
        return canonical ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
