package dev.yorozu.server.admin.accounts;

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
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The desk of a directory that is open in this process. What an operator changes is written down. */
public final class DirectoryAccounts implements AccountDesk {
    private static final Map<Field, String> RULES = Map.of(
            Field.LOGIN_ID,
            "A login id has 1 to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, and is no"
                    + " number.",
            Field.EMAIL,
            "An e-mail address looks like name@example.com.",
            Field.USERNAME,
            "A name has 1 to 100 characters on one line.");

    private final Supplier<Directory> directory;
    private final Passwords passwords;
    private final AccountTermination termination;
    private final AuditLog audit;
    private final InstantSource clock;

    /**
     * @param directory asked at the first need; stays the caller's
     * @param termination ends the sessions and tokens of an account
     */
    public DirectoryAccounts(
            Supplier<Directory> directory,
            Passwords passwords,
            AccountTermination termination,
            AuditLog audit,
            InstantSource clock) {
        this.directory = directory;
        this.passwords = passwords;
        this.termination = termination;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public Done create(AccountDraft draft) {
        String username = draft.username().isEmpty() ? draft.loginId() : draft.username();
        Optional<String> objection = objection(Field.LOGIN_ID, draft.loginId())
                .or(() -> objection(Field.EMAIL, draft.email()))
                .or(() -> objection(Field.USERNAME, username))
                .or(() -> passwords.objection(draft.password()));
        if (objection.isPresent()) {
            return new Done.Not(objection.get());
        }
        Set<String> roles = draft.admin() ? Set.of(Role.USER, Role.ADMIN) : Set.of(Role.USER);
        return switch (accounts().create(draft.loginId(), username, draft.email(), draft.password(), roles)) {
            case AccountCreation.Taken taken ->
                new Done.Not(
                        taken.field() == Field.EMAIL
                                ? "This e-mail address belongs to an account already."
                                : "This login id belongs to an account already.");
            case AccountCreation.Created created -> written(created.account(), "create", HistoryEvent.Type.CREATED);
        };
    }

    private static Optional<String> objection(Field field, String text) {
        return field.accepts(text) ? Optional.empty() : Optional.ofNullable(RULES.get(field));
    }

    @Override
    public List<AccountLine> list(long behind) {
        return directory.get().accounts(behind, LONGEST).stream()
                .map(AccountLine::of)
                .toList();
    }

    @Override
    public Optional<AccountLine> find(String user) {
        return account(user).map(AccountLine::of);
    }

    @Override
    public Done enable(String user, boolean enabled) {
        Optional<Account> account = account(user);
        boolean there = account.isPresent()
                && (enabled
                        ? accounts().enable(account.get().id())
                        : accounts().disable(account.get().id()));
        return there
                ? written(
                        account.get(),
                        enabled ? "enable" : "disable",
                        enabled ? HistoryEvent.Type.ENABLED : HistoryEvent.Type.DISABLED)
                : new Done.Unknown();
    }

    @Override
    public Done setPassword(String user, String password) {
        Optional<String> objection = passwords.objection(password);
        if (objection.isPresent()) {
            return new Done.Not(objection.get());
        }
        Optional<Account> account = account(user);
        boolean there =
                account.isPresent() && accounts().setPassword(account.get().id(), password);
        return there ? written(account.get(), "set-password", HistoryEvent.Type.PASSWORD_CHANGED) : new Done.Unknown();
    }

    private Done written(Account changed, String action, HistoryEvent.Type type) {
        audit.append(Event.of(clock.instant(), Kind.TOKEN, "tokens", action)
                .by(Optional.of(changed.user()))
                .from("operator"));
        directory.get().record(changed.id(), new HistoryEvent(type, clock.instant(), MaskedAddress.NONE, ""));
        return directory
                .get()
                .find(changed.id())
                .<Done>map(account -> new Done.With(AccountLine.of(account)))
                .orElseGet(Done.Unknown::new);
    }

    private Accounts accounts() {
        return new Accounts(directory.get(), passwords, termination);
    }

    private Optional<Account> account(String user) {
        return Accounts.named(directory.get(), user);
    }
}
