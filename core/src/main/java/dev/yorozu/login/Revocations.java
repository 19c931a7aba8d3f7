package dev.yorozu.login;

import dev.yorozu.session.Session;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.AccessTokens;
import java.util.List;
import java.util.Optional;

/** Revokes by their ids the tokens of sessions that have ended, as far as their records show them. */
final class Revocations {
    private final Issue issue;

    Revocations(Issue issue) {
        this.issue = issue;
    }

    void revoke(List<Session> ended) {
        for (Session session : ended) {
            revoke(issue.access(), session.text(issue.layout().access()));
            revoke(issue.refresh(), session.text(issue.layout().refresh()));
        }
    }

    /** The same where the outcome does not depend on it: the sessions have ended, and no token of theirs counts here. */
    void tryRevoke(List<Session> ended) {
        try {
            revoke(ended);
        } catch (StoreException unreachable) {
            // Programs that look at nothing but the ids see the tokens end by themselves.
        }
    }

    /** What another program wrote there may be no token of ours; nor is a digest one. */
    private static void revoke(AccessTokens tokens, Optional<String> text) {
        text.flatMap(token -> tokens.lookup(token).signed()).ifPresent(jwt -> tokens.revoke(jwt.id(), jwt.endsAt()));
    }
}
