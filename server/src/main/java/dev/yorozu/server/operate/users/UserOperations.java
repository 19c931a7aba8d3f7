package dev.yorozu.server.operate.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Field;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.Role;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What an operator can do with accounts. A user is named by id, UUID, login id or e-mail address. What an operator changes
 * is written down.
 *
 * @param directory asked at the first need; stays the caller's
 * @param termination ends the sessions and tokens of an account
 */
public record UserOperations(
        Supplier<Directory> directory,
        Passwords passwords,
        AccountTermination termination,
        AuditLog audit,
        InstantSource clock) {
    /** The most accounts in one answer. */
    public static final int LONGEST = 100;

    private static final String NO_SUCH_USER = "no_such_user";
    private static final String NO_USER = "There is no user of this name.";
    /** A directory that is opened at the first need can turn out to be in use, or gone. */
    private static final String UNAVAILABLE = "directory_unavailable";

    public static final Operation<AccountDraft, Optional<AccountOutcome>> CREATE =
            changing("/accounts/create", AccountDraft.class);

    /** Up to {@link #LONGEST} accounts by their ids, behind one of them. */
    public static final Operation<ListRequest, AccountList> LIST = Operation.post(
                    "/accounts/list", ListRequest.class, AccountList.class)
            .orUnavailable(UNAVAILABLE);

    public static final Operation<User, Optional<AccountSummary>> FIND = Operation.post(
                    "/accounts/find", User.class, AccountSummary.class)
            .or(404, NO_SUCH_USER, NO_USER)
            .orUnavailable(UNAVAILABLE);

    /** Lets a user sign in, or no longer; the latter ends all that lives of theirs. */
    public static final Operation<EnableRequest, Optional<AccountOutcome>> ENABLE =
            changing("/accounts/enable", EnableRequest.class);

    /** Sets another password, which ends all that lives of theirs. */
    public static final Operation<PasswordRequest, Optional<AccountOutcome>> SET_PASSWORD =
            changing("/accounts/password", PasswordRequest.class);

    private static final Map<Field, String> RULES = Map.of(
            Field.LOGIN_ID,
            "A login id has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, and is no"
                    + " number.",
            Field.EMAIL,
            "An e-mail address looks like name@example.com.",
            Field.USERNAME,
            "A name has 1 to 100 characters on one line.");

    /** @param behind the id of an account in digits; empty at first */
    public record ListRequest(String behind) {
        public ListRequest {
            if (!behind.matches("[0-9]{0,18}")) {
                throw InvalidRequest.answer("The field behind must be the id of an account.");
            }
        }
    }

    public record AccountList(List<AccountSummary> accounts) {}

    public record EnableRequest(String user, boolean enabled) {
        public EnableRequest {
            InvalidRequest.requireUser(user);
        }
    }

    /** Its text form does not show the password. */
    public record PasswordRequest(String user, String password) {
        public PasswordRequest {
            InvalidRequest.requireUser(user);
        }

        @Override
        public String toString() {
            return "PasswordRequest";
        }
    }

    private static <Q> Operation<Q, Optional<AccountOutcome>> changing(String path, Class<Q> request) {
        return Operation.post(path, request, AccountOutcome.class)
                .or(404, NO_SUCH_USER, NO_USER)
                .orUnavailable(UNAVAILABLE);
    }

    public void bind(LocalOperations operations) {
        operations
                .on(CREATE, this::create)
                .on(LIST, this::list)
                .on(FIND, request -> account(request.user()).map(AccountSummary::of))
                .on(ENABLE, this::enable)
                .on(SET_PASSWORD, this::setPassword);
    }

    private Optional<AccountOutcome> create(AccountDraft draft) {
        String username = draft.username().isEmpty() ? draft.loginId() : draft.username();
        Optional<String> objection = objection(Field.LOGIN_ID, draft.loginId())
                .or(() -> objection(Field.EMAIL, draft.email()))
                .or(() -> objection(Field.USERNAME, username))
                .or(() -> passwords.objection(draft.password()));
        if (objection.isPresent()) {
            return Optional.of(new AccountOutcome.Refused(objection.get()));
        }
        Set<String> roles = draft.admin() ? Set.of(Role.USER, Role.ADMIN) : Set.of(Role.USER);
        return switch (accounts().create(draft.loginId(), username, draft.email(), draft.password(), roles)) {
            case AccountCreation.Taken taken ->
                Optional.of(new AccountOutcome.Refused(
                        taken.field() == Field.EMAIL
                                ? "This e-mail address belongs to an account already."
                                : "This login id belongs to an account already."));
            case AccountCreation.Created created -> written(created.account(), "create", HistoryEvent.Type.CREATED);
        };
    }

    private static Optional<String> objection(Field field, String text) {
        return field.accepts(text) ? Optional.empty() : Optional.ofNullable(RULES.get(field));
    }

    private AccountList list(ListRequest request) {
        long behind = request.behind().isEmpty() ? 0 : Long.parseLong(request.behind());
        return new AccountList(directory.get().accounts(behind, LONGEST).stream()
                .map(AccountSummary::of)
                .toList());
    }

    private Optional<AccountOutcome> enable(EnableRequest request) {
        return account(request.user())
                .filter(account -> request.enabled()
                        ? accounts().enable(account.id())
                        : accounts().disable(account.id()))
                .flatMap(account -> request.enabled()
                        ? written(account, "enable", HistoryEvent.Type.ENABLED)
                        : written(account, "disable", HistoryEvent.Type.DISABLED));
    }

    private Optional<AccountOutcome> setPassword(PasswordRequest request) {
        Optional<String> objection = passwords.objection(request.password());
        if (objection.isPresent()) {
            return Optional.of(new AccountOutcome.Refused(objection.get()));
        }
        return account(request.user())
                .filter(account -> accounts().setPassword(account.id(), request.password()))
                .flatMap(account -> written(account, "set-password", HistoryEvent.Type.PASSWORD_CHANGED));
    }

    private Optional<AccountOutcome> written(Account changed, String action, HistoryEvent.Type type) {
        audit.append(Event.of(clock.instant(), Kind.TOKEN, "tokens", action)
                .by(Optional.of(changed.user()))
                .from("operator"));
        directory.get().record(changed.id(), new HistoryEvent(type, clock.instant(), MaskedAddress.NONE, ""));
        return directory.get().find(changed.id()).map(AccountSummary::of);
    }

    private Accounts accounts() {
        return new Accounts(directory.get(), passwords, termination);
    }

    private Optional<Account> account(String user) {
        return Accounts.named(directory.get(), user);
    }
}
