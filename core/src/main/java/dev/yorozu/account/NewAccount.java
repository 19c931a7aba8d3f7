package dev.yorozu.account;

import dev.yorozu.secret.RandomTokens;
import java.util.Set;

/**
 * An account to be made.
 *
 * @param passwordHash in the form of {@link dev.yorozu.secret.Passwords}; never a password
 * @param roles names of roles, which are made when there are none of these names
 */
public record NewAccount(String loginId, String username, String email, String passwordHash, Set<String> roles) {
    private static final int MOST_ROLES = 20;

    public NewAccount {
        loginId = Field.LOGIN_ID.checked(loginId);
        username = Field.USERNAME.checked(username);
        email = Field.EMAIL.checked(email);
        passwordHash = Field.PASSWORD_HASH.checked(passwordHash);
        roles = Set.copyOf(roles);
        if (roles.size() > MOST_ROLES) {
            throw new IllegalArgumentException("An account has at most " + MOST_ROLES + " roles");
        }
        roles.forEach(Field.ROLE::checked);
    }

    /** An account of a person that is known by e-mail alone: the login id is random, and not meant to be typed. */
    public static NewAccount byEmail(String email, String passwordHash, RandomTokens random) {
        String checked = Field.EMAIL.checked(email);
        String username = checked.substring(0, checked.indexOf('@'));
        return new NewAccount("u-" + random.hex(16), username, checked, passwordHash, Set.of(Role.USER));
    }

    @Override
    public String toString() {
        return "NewAccount[roles " + roles + "]";
    }
}
