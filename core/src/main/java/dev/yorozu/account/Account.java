package dev.yorozu.account;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * One person's account, as it was when it was read.
 *
 * @param id its number here, never given out twice
 * @param uuid its name to systems that know accounts by UUIDs
 * @param username what the person is called; several may be called the same
 * @param passwordHash in the form of {@link dev.yorozu.secret.Passwords}; the text form of this record hides it
 * @param version rises whenever the password, the roles or being enabled change, so that a reader can tell
 */
public record Account(
        long id,
        UUID uuid,
        String loginId,
        String username,
        String email,
        boolean enabled,
        String passwordHash,
        long version,
        List<Role> roles,
        Instant createdAt) {
    public Account {
        roles = List.copyOf(roles);
    }

    public boolean hasRole(String name) {
        return roles.stream().anyMatch(role -> role.name().equals(name));
    }

    /** The name under which the token store and the session store know this account. */
    public String user() {
        return Long.toString(id);
    }

    @Override
    public String toString() {
        return "Account[" + id + ", " + (enabled ? "enabled" : "disabled") + ", version " + version + "]";
    }
}
