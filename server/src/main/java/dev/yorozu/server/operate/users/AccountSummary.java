package dev.yorozu.server.operate.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import java.time.Instant;
import java.util.List;

/** An account as operators see it: all but the password's hash. */
public record AccountSummary(
        long id,
        String uuid,
        String loginId,
        String username,
        String email,
        boolean enabled,
        List<String> roles,
        Instant created)
        implements AccountOutcome {
    public AccountSummary {
        roles = List.copyOf(roles);
    }

    static AccountSummary of(Account account) {
        return new AccountSummary(
                account.id(),
                account.uuid().toString(),
                account.loginId(),
                account.username(),
                account.email(),
                account.enabled(),
                account.roles().stream().map(Role::name).toList(),
                account.createdAt());
    }
}
