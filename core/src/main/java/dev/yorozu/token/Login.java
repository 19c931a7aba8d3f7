package dev.yorozu.token;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.List;

/**
 * One signed-in device of a user: a line of refresh tokens, of which one is current. Holds no secret.
 *
 * @param id shared by all tokens of the line; it grants no access
 * @param attributes what was given at the sign-in; empty where a session keeps it
 * @param beganAt when the user signed in
 * @param issuedAt when the current refresh token was issued
 * @param endsAt when the current refresh token ends
 * @param access the access tokens that have not ended by themselves, oldest first; empty where none are listed
 */
public record Login(
        String user,
        String id,
        Document attributes,
        Instant beganAt,
        Instant issuedAt,
        Instant endsAt,
        List<Access> access) {
    public Login {
        access = List.copyOf(access);
    }

    /** A login whose attributes and access tokens are kept elsewhere, or nowhere. */
    Login(String user, String id, Instant beganAt, Instant issuedAt, Instant endsAt) {
        this(user, id, Document.empty(), beganAt, issuedAt, endsAt, List.of());
    }
}
