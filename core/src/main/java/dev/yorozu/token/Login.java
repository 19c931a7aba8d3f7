package dev.yorozu.token;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.List;

/**
 * One signed-in device of a user: a line of refresh tokens, of which one is current, and the access tokens issued with
 * them. Holds no secret.
 *
 * @param family the id that all tokens of the line share; it lets nobody in
 * @param attributes what was given at the sign-in
 * @param beganAt when the user signed in
 * @param issuedAt when the current refresh token was issued
 * @param endsAt when the current refresh token ends
 * @param access the access tokens that have not ended by themselves, oldest first
 */
public record Login(
        String user,
        String family,
        Document attributes,
        Instant beganAt,
        Instant issuedAt,
        Instant endsAt,
        List<Access> access) {
    public Login {
        access = List.copyOf(access);
    }
}
