package dev.yorozu.token;

import dev.yorozu.session.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A refresh token that was presented, and what is known of it so far. Nothing has changed yet. For use by one thread.
 *
 * <p>A caller asks whether the user may go on, and what the next access token is to say, before it has the token spent by
 * {@link RefreshTokens#rotate}.
 */
public abstract class Presented {
    /** Where a presented token stands. */
    protected enum Standing {
        /** It is the current one of its login. */
        CURRENT,
        /** It was spent a moment ago, and what came for it can be given once more. */
        JUST_SPENT,
        /** It was spent before. */
        SPENT,
        /** It is the current one, and was revoked by its id. */
        REVOKED,
        /** Its login is over. */
        ENDED,
        /** It is none that could count. */
        INVALID
    }

    private final String user;
    private final String login;
    private @Nullable Standing found;

    /** The session on which it hangs, as it was last seen. */
    Optional<Session> session = Optional.empty();

    protected Presented(String user, String login) {
        this.user = user;
        this.login = login;
    }

    /** Whose token it is, by its own word or by its record. */
    public final String user() {
        return user;
    }

    /** The id of its login. */
    final String login() {
        return login;
    }

    /** Whether it would be exchanged, as far as is known: then it matters whether its user may go on. */
    public abstract boolean isAdmissible();

    /** Whether it is the current one of its login, as far as is known. */
    final boolean isCurrent() {
        return found() == Standing.CURRENT;
    }

    /** The session on which it hangs; empty where none does, or it is over. */
    public final Optional<Session> session() {
        return session;
    }

    /** Where it stands, as far as is known; asked for where it is not. */
    protected final Standing found() {
        Standing standing = found == null ? look() : found;
        found = standing;
        return standing;
    }

    /** Where it stands, for one attempt: the next one looks again. */
    final Standing standing() {
        Standing standing = found();
        found = null;
        return standing;
    }

    /** Looks where it stands now; the first look uses what was asked for when it was presented. */
    protected abstract Standing look();

    /** Spends it for a new pair, the step that counts; empty when a concurrent writer was quicker. */
    protected abstract Optional<Issued> spend(Claims claims);

    /** What came for it, where it was {@linkplain Standing#JUST_SPENT just spent}. */
    protected abstract Issued successor(Claims claims);

    /** Ends what its reuse ends, and says how many logins that were. */
    protected abstract int endReused();

    /** Ends its login because it was revoked; false when a concurrent writer was quicker. */
    protected boolean endRevoked() {
        return true;
    }

    /** Removes what was prepared for a successor that did not become one. */
    protected void discard() {}
}
