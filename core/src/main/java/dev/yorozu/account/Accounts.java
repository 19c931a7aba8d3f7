package dev.yorozu.account;

import dev.yorozu.secret.Passwords;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What people and operators do with accounts, so that passwords, directory and everything that hangs on an account stay
 * in step.
 *
 * <p>A change is made in the directory first; what must end because of it ends after. When that second step fails, its
 * fault reaches the caller, and doing the same again does both once more.
 */
public final class Accounts {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final Directory directory;
    private final Passwords passwords;
    private final AccountTermination termination;

    public Accounts(Directory directory, Passwords passwords, AccountTermination termination) {
        this.directory = directory;
        this.passwords = passwords;
        this.termination = termination;
    }

    /**
     * The account that an operator means: by its number, its UUID, its login id or its e-mail address. A login id is never a
     * number or a UUID, so that no name is taken for another.
     */
    public static Optional<Account> named(Directory directory, String user) {
        if (NUMBER.matcher(user).matches()) {
            return directory.find(Long.parseLong(user));
        }
        return Identifier.isUuid(user) ? directory.findByUuid(UUID.fromString(user)) : directory.findByIdentifier(user);
    }

    /**
     * The account, if it is enabled and has this password. An unknown identifier, a wrong password and a disabled account
     * cost the same time and give the same answer. A hash of an older kind is replaced by the way.
     *
     * @param known what the directory knows of an identifier
     */
    public Optional<Account> authenticate(Optional<Account> known, String password) {
        if (known.isEmpty()) {
            passwords.pretend(password);
            return Optional.empty();
        }
        Account account = known.get();
        if (!passwords.matches(password, account.passwordHash()) || !account.enabled()) {
            return Optional.empty();
        }
        if (passwords.outdated(account.passwordHash())) {
            directory.upgradeHash(account.id(), account.passwordHash(), passwords.hash(password));
        }
        return known;
    }

    /** Makes an account; the texts and the password must have been checked. */
    public AccountCreation create(String loginId, String username, String email, String password, Set<String> roles) {
        return directory.create(new NewAccount(loginId, username, email, passwords.hash(password), roles));
    }

    /** Lets an operator set another password, which ends everything; says whether there is such an account. */
    public boolean setPassword(long id, String next) {
        String hash = passwords.hash(next);
        Optional<Account> account = directory.find(id);
        while (account.isPresent()
                && !directory.changePassword(id, account.get().version(), hash)) {
            account = directory.find(id);
        }
        account.ifPresent(termination::endAll);
        return account.isPresent();
    }

    /** Disables an account, which ends everything; says whether there is such an account. */
    public boolean disable(long id) {
        directory.enable(id, false);
        Optional<Account> account = directory.find(id);
        account.ifPresent(termination::endAll);
        return account.isPresent();
    }

    /** Says whether there is such an account. */
    public boolean enable(long id) {
        directory.enable(id, true);
        return directory.find(id).isPresent();
    }

    /** Deletes an account, which ends everything; says whether it was there. */
    public boolean delete(long id) {
        Optional<Account> account = directory.find(id);
        account.ifPresent(found -> {
            // Disabled first: a sign-in that has already read the account looks at it once more at its end.
            directory.enable(id, false);
            termination.endAll(found);
            directory.delete(id);
        });
        return account.isPresent();
    }
}
