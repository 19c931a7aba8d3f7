package dev.yorozu.server.admin.accounts;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import java.time.Instant;
import java.util.List;

/** An account as operators see it: all but the password's hash. */
public record AccountLine(
        long id,
        String uuid,
        String loginId,
        String username,
        String email,
        boolean enabled,
        List<String> roles,
        Instant created) {
    public AccountLine {
        roles = List.copyOf(roles);
    }

    static AccountLine of(Account account) {
        return new AccountLine(
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
