package dev.yorozu.server.admin.tokens;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an operator can ask about logins by tokens, whether the store is open here or served elsewhere.
 *
 * <p>Users are named by id, or by login id or e-mail address where the directory knows them. Logins are named by their
 * public id. No answer holds a token.
 */
public interface TokenDesk {
    /** The name of the system among those that users are signed in to. */
    String SYSTEM = "tokens";

    /** The logins of a user that live, newest first; empty when there is no such user. */
    Optional<UserLogins> logins(String user);

    /** Ends one login, and says whether it lived. */
    boolean end(String user, String login);

    /** Ends all logins of a user, but for one if that is named, and says how many there were. */
    int endAll(String user, Optional<String> kept);

    /**
     * Ends everything that was issued before a time, which is not in the future; says how many logins that were, or
     * nothing when there is no such user.
     */
    OptionalInt invalidateBefore(String user, Instant time);

    /** Says what there is to know of an access token or refresh token. Spends nothing. */
    Inspection inspect(String token);

    /**
     * Revokes an access token by its id alone, for as long as any could live.
     *
     * @return empty when no such system revokes tokens by their ids, or none of its tokens can have this id
     */
    Optional<RevokedToken> revoke(String system, String id);

    /** Whether an access token is revoked by its id; empty in the same cases. */
    Optional<RevokedToken> revoked(String system, String id);

    /** For programs without such logins: it knows nobody. */
    TokenDesk NONE = new TokenDesk() {
        @Override
        public Optional<UserLogins> logins(String user) {
            return Optional.empty();
        }

        @Override
        public boolean end(String user, String login) {
            return false;
        }

        @Override
        public int endAll(String user, Optional<String> kept) {
            return 0;
        }

        @Override
        public OptionalInt invalidateBefore(String user, Instant time) {
            return OptionalInt.empty();
        }

        @Override
        public Optional<RevokedToken> revoke(String system, String id) {
            return Optional.empty();
        }

        @Override
        public Optional<RevokedToken> revoked(String system, String id) {
            return Optional.empty();
        }

        @Override
        public Inspection inspect(String token) {
            return Inspection.dead(Inspection.Kind.NEITHER, Finding.NO_TOKEN);
        }
    };
}
