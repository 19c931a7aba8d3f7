package dev.yorozu.server.systems.discord.account;

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
public record Visit(Optional<Session> session, Optional<Notice> ended, UnaryOperator<Reply> cookies) {
    /** Somebody who brought no session that lives. */
    public static final Visit NOBODY = new Visit(Optional.empty(), Optional.empty(), UnaryOperator.identity());

    /** Somebody whose browser need not learn anything. */
    public static Visit of(Session session) {
        return of(session, UnaryOperator.identity());
    }

    public static Visit of(Session session, UnaryOperator<Reply> cookies) {
        return new Visit(Optional.of(session), Optional.empty(), cookies);
    }

    /** Somebody whose session ended a moment ago. */
    public static Visit over(Notice why, UnaryOperator<Reply> cookies) {
        return new Visit(Optional.empty(), Optional.of(why), cookies);
    }
}
