package dev.yorozu.account;

import java.util.List;

/**
 * Some of all accounts, by their ids, rising.
 *
 * @param more whether there are further ones, behind the last of these
 */
public record AccountPage(List<Account> accounts, boolean more) {
    /** The most accounts on one page. */
    public static final int LONGEST = 500;

    public AccountPage {
        accounts = List.copyOf(accounts);
    }
}
