package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.Decision;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.BearerTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds out who calls, by the access token that the call brings.
 *
 * <p>The token is checked anew with every call, and so is the account: one that was disabled is refused at once, and a role
 * counts as it is now, whatever the token says. While store or directory cannot answer, nobody is let in.
 */
record TokensAccess(BearerTokens tokens, Directory directory) implements AccessRules<Caller> {
    private static final Pattern USER = Pattern.compile("[1-9][0-9]{0,18}");

    TokensAccess(AccessTokens tokens, Directory directory) {
        this(new BearerTokens(tokens, TokensErrors.NO_BEARER, TokensErrors.INVALID_BEARER), directory);
    }

    @Override
    public String misplacedKey() {
        return "A key of the token store holds what it should not";
    }

    @Override
    public Problem tooMany(Decision denied) {
        return TokensErrors.tooMany(denied.retryAfterSeconds());
    }

    @Override
    public RoundTrip.Answer<Caller> identify(RoundTrip trip, Call call) {
        return token(trip, call).map(jwt -> new Caller(enabled(jwt), jwt));
    }

    private Account enabled(Jwt jwt) {
        return account(jwt.subject()).filter(Account::enabled).orElseThrow(TokensErrors.INVALID_BEARER::exception);
    }

    /** What the token says; without one that counts, the call ends with status 401. Does not look at the account. */
    RoundTrip.Answer<Jwt> token(RoundTrip trip, Call call) {
        return tokens.check(trip, tokens.verified(call)).map(Authentication.Granted::jwt);
    }

    @Override
    public String user(Caller caller) {
        return caller.user();
    }

    @Override
    public boolean isOperator(Caller caller) {
        return caller.account().hasRole(Role.ADMIN);
    }

    @Override
    public Problem forbidden() {
        return TokensErrors.NOT_ADMIN;
    }

    /** The account that the token store knows by this name. */
    Optional<Account> account(String user) {
        return id(user).flatMap(directory::find);
    }

    /** The number that this text spells; empty for what can be the id of no account. */
    static Optional<Long> id(String text) {
        try {
            return USER.matcher(text).matches() ? Optional.of(Long.parseLong(text)) : Optional.empty();
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }
}
