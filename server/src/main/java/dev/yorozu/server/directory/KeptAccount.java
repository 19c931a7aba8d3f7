package dev.yorozu.server.directory;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An account as the cache knows it: who it is and what it may do, and nothing by which anyone signs in.
 *
 * @param roles their names
 * @param createdAt to the millisecond
 */
public record KeptAccount(
        long id, UUID uuid, String username, String email, boolean enabled, List<String> roles, Instant createdAt) {
    private static final String ID = "id";
    private static final String UUID_FIELD = "uuid";
    private static final String USERNAME = "username";
    private static final String EMAIL = "email";
    private static final String ENABLED = "enabled";
    private static final String ROLES = "roles";
    private static final String CREATED = "created_at";

    /** What nearly all accounts have, kept once for all of them. */
    private static final List<String> USUAL_ROLES = List.of(Role.USER);

    public KeptAccount {
        roles = roles.equals(USUAL_ROLES) ? USUAL_ROLES : List.copyOf(roles);
    }

    public static KeptAccount of(Account account) {
        return new KeptAccount(
                account.id(),
                account.uuid(),
                account.username(),
                account.email(),
                account.enabled(),
                account.roles().stream().map(Role::name).toList(),
                Instant.ofEpochMilli(account.createdAt().toEpochMilli()));
    }

    Document document() {
        return Document.empty()
                .with(ID, id)
                .with(UUID_FIELD, uuid.toString())
                .with(USERNAME, username)
                .with(EMAIL, email)
                .with(ENABLED, enabled)
                .with(ROLES, roles)
                .with(CREATED, createdAt.toEpochMilli());
    }

    /** The account in a document; empty where it is none. */
    static Optional<KeptAccount> in(Document document) {
        OptionalLong id = document.number(ID);
        OptionalLong created = document.number(CREATED);
        Optional<UUID> uuid = document.text(UUID_FIELD).flatMap(KeptAccount::uuid);
        Optional<String> username = document.text(USERNAME);
        Optional<String> email = document.text(EMAIL);
        Optional<Boolean> enabled = document.flag(ENABLED);
        boolean whole = id.isPresent()
                && created.isPresent()
                && uuid.isPresent()
                && username.isPresent()
                && email.isPresent()
                && enabled.isPresent()
                && document.has(ROLES);
        return whole
                ? Optional.of(new KeptAccount(
                        id.getAsLong(),
                        uuid.get(),
                        username.get(),
                        email.get(),
                        enabled.get(),
                        document.texts(ROLES),
                        Instant.ofEpochMilli(created.getAsLong())))
                : Optional.empty();
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** Shows nothing of the person. */
    @Override
    public String toString() {
        return "KeptAccount[" + id + ", " + (enabled ? "enabled" : "disabled") + "]";
    }
}
