package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.server.http.Call;
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
final class Bearers {
    private static final Pattern USER = Pattern.compile("[1-9][0-9]{0,18}");

    private final AccessTokens tokens;
    private final Directory directory;

    Bearers(AccessTokens tokens, Directory directory) {
        this.tokens = tokens;
        this.directory = directory;
    }

    /** The caller; without a token that counts, the call ends with status 401. */
    Caller require(Call call) {
        Jwt jwt = token(call);
        Account account =
                account(jwt.subject()).filter(Account::enabled).orElseThrow(TokenErrors.INVALID_BEARER::exception);
        return new Caller(account, jwt);
    }

    /** What the token says; without one that counts, the call ends with status 401. Does not look at the account. */
    Jwt token(Call call) {
        if (call.headers("Authorization").isEmpty()) {
            throw TokenErrors.NO_BEARER.exception();
        }
        return switch (tokens.check(call.bearer().orElseThrow(TokenErrors.INVALID_BEARER::exception))) {
            case Authentication.Granted granted -> granted.jwt();
            case Authentication.Denied denied -> throw TokenErrors.INVALID_BEARER.exception();
        };
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
