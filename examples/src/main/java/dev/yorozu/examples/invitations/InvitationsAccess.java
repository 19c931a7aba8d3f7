package dev.yorozu.examples.invitations;

import dev.yorozu.limit.Decision;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.RoundTrip;
import java.util.Optional;

/** Who invites: the program that presents the host's key. */
final class InvitationsAccess implements AccessRules<String> {
    private final Optional<String> key;

    InvitationsAccess(Optional<String> key) {
        this.key = key;
    }

    @Override
    public String misplacedKey() {
        return "A key of an invitation holds what it should not";
    }

    @Override
    public Problem tooMany(Decision denied) {
        return InvitationsErrors.tooMany(denied.retryAfterSeconds());
    }

    @Override
    public RoundTrip.Answer<String> identify(RoundTrip trip, Call call) {
        boolean known = key.isPresent()
                && call.bearer().filter(sent -> Digests.same(sent, key.get())).isPresent();
        if (!known) {
            throw InvitationsErrors.NOT_THE_HOST.exception();
        }
        return () -> user("host");
    }

    @Override
    public String user(String caller) {
        return caller;
    }
}
