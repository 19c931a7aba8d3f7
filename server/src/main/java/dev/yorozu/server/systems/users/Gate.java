package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.TokenSessions;
import java.util.Optional;
import java.util.UUID;

/**
 * What stands before the routes: how often one may ask, and who one must be. Nobody is let in while the store is at fault.
 *
 * <p>A token is checked anew with every call, by its signature and by one question to the store; the directory is not
 * asked. Whoever disables an account ends its sessions, which refuses its tokens at once. Only a role is looked up, as it
 * is now, whatever the token says.
 */
public final class Gate {

    private final TokenSessions logins;
    private final Directory directory;
    private final Clients clients;
    private final Gcra rates;

    Gate(TokenSessions logins, Directory directory, Clients clients, Gcra rates) {
        this.logins = logins;
        this.directory = directory;
        this.clients = clients;
        this.rates = rates;
    }

    /** Answers a call of somebody who is signed in. */
    @FunctionalInterface
    public interface Visit {
        Reply answer(Call call, Caller caller) throws Exception;
    }

    Client client(Call call) {
        return clients.of(call);
    }

    /** For everybody, as often as the rate allows. */
    Endpoint limited(WindowPolicy rate, Endpoint endpoint) {
        return open(call -> {
            Decision decision = rates.check(rate, clients.of(call).id());
            if (!decision.allowed()) {
                throw UsersErrors.tooMany(decision.retryAfterSeconds()).exception();
            }
            return endpoint.answer(call);
        });
    }

    /** For whoever brings an access token that counts. */
    public Endpoint signedIn(Visit visit) {
        return open(call -> visit.answer(call, admit(logins.access().check(token(call)))));
    }

    /** For whoever brings an access token that counts, as often as the rate allows one user. */
    Endpoint signedIn(WindowPolicy rate, Visit visit) {
        return signedIn((call, caller) -> {
            Decision decision = rates.check(rate, caller.user());
            if (!decision.allowed()) {
                throw UsersErrors.tooMany(decision.retryAfterSeconds()).exception();
            }
            return visit.answer(call, caller);
        });
    }

    /** For users who are operators now, whatever their token says. */
    public Endpoint admin(Visit visit) {
        return signedIn((call, caller) -> {
            if (!isAdmin(caller)) {
                throw UsersErrors.FORBIDDEN.exception();
            }
            return visit.answer(call, caller);
        });
    }

    /** The token that a call brings; without one, the call ends with status 401. */
    public String token(Call call) {
        if (call.headers("Authorization").isEmpty()) {
            throw UsersErrors.NO_TOKEN.exception();
        }
        return call.bearer().orElseThrow(UsersErrors.INVALID_TOKEN::exception);
    }

    /** Whoever a check admits; the call of anybody else ends with status 401. */
    public Caller admit(Authentication authentication) {
        return switch (authentication) {
            case Authentication.Granted granted -> new Caller(granted);
            case Authentication.Denied denied -> throw UsersErrors.INVALID_TOKEN.exception();
        };
    }

    /** Whether somebody is an operator, as the directory says now. */
    public boolean isAdmin(Caller caller) {
        return account(caller.user())
                .filter(account -> account.enabled() && account.hasRole(Role.ADMIN))
                .isPresent();
    }

    /** The account that this system knows by this name; empty also for what is no account's name. */
    public Optional<Account> account(String user) {
        return uuid(user).flatMap(directory::findByUuid);
    }

    /** The UUID that this text spells in its canonical form. */
    static Optional<UUID> uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equalsIgnoreCase(text) ? Optional.of(uuid) : Optional.empty();
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /**
     * For everybody. Keys that hold something else than this system keeps there are a fault of the store to whoever calls:
     * there is nothing that they could do about it.
     */
    public Endpoint open(Endpoint endpoint) {
        return call -> {
            try {
                return endpoint.answer(call);
            } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.LimitExceeded garbage) {
                throw new StoreException.Unavailable("A key of the user API holds what it should not", garbage);
            }
        };
    }
}
