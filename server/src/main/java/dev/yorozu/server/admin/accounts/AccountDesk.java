package dev.yorozu.server.admin.accounts;

import java.util.List;
import java.util.Optional;

/**
 * What an operator can ask about accounts, whether their directory is opened here or served elsewhere. A user is named by
 * id, UUID, login id or e-mail address.
 */
public interface AccountDesk {
    /** The most accounts in one answer. */
    int LONGEST = 100;

    Done create(AccountDraft draft);

    /** Up to {@link #LONGEST} accounts by their ids, behind this one, which is 0 at first. */
    List<AccountLine> list(long behind);

    Optional<AccountLine> find(String user);

    /** Lets a user sign in, or no longer; the latter ends all that lives of theirs. */
    Done enable(String user, boolean enabled);

    /** Sets another password, which ends all that lives of theirs. */
    Done setPassword(String user, String password);
}
