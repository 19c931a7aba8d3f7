package dev.yorozu.server.operate.tokens;

import java.util.List;
import java.util.Optional;

/**
 * The logins of one user.
 *
 * @param user the id, by which the store knows the user
 * @param loginId what the directory calls the user, if it knows them
 */
public record UserLogins(String user, Optional<String> loginId, List<LoginSummary> logins) {
    public UserLogins {
        logins = List.copyOf(logins);
    }
}
