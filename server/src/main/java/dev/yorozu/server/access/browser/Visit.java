package dev.yorozu.server.access.browser;

import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Who comes with a call.
 *
 * @param session empty for somebody who is not signed in
 * @param ended why their session has just ended, where it has
 * @param cookies puts on the answer what the browser must learn: that its session lives on, or is over
 */
public record Visit(Optional<Session> session, Optional<Ended> ended, UnaryOperator<Reply> cookies) {
    /** Somebody who brought no session that lives. */
    static final Visit NOBODY = new Visit(Optional.empty(), Optional.empty(), UnaryOperator.identity());

    /** Why a session ended at this very visit. */
    public enum Ended {
        /** The provider withdrew its tokens, or the person signed out meanwhile. */
        WITHDRAWN,
        /** Its life is over. */
        OVER
    }

    /** Somebody who stays signed in. */
    static Visit of(Session session, UnaryOperator<Reply> cookies) {
        return new Visit(Optional.of(session), Optional.empty(), cookies);
    }

    /** Somebody whose session ended a moment ago. */
    static Visit ended(Ended why, UnaryOperator<Reply> cookies) {
        return new Visit(Optional.empty(), Optional.of(why), cookies);
    }
}
