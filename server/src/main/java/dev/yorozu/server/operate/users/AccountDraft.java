package dev.yorozu.server.operate.users;

/**
 * An account that an operator wants. Nothing in it has been checked. Its text form shows no secret.
 *
 * @param username empty for the same as the login id
 */
public record AccountDraft(String loginId, String username, String email, String password, boolean admin) {
    @Override
    public String toString() {
        return "AccountDraft";
    }
}
