package dev.yorozu.examples.invitations;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;

/** What this system refuses, and the form that its errors have: {@code {problem}}. */
final class InvitationsErrors {
    static final ErrorForm FORM = problem -> new InvitationsJson.Refused(problem.message());

    static final Problem NOT_THE_HOST =
            new Problem(401, "unauthorized", "Only the host invites: send its key in a header Authorization: Bearer.");
    static final Problem NO_INVITATION =
            new Problem(404, "no_invitation", "This invitation was accepted before, or has ended.");

    private InvitationsErrors() {}

    static Problem tooMany(long retryAfterSeconds) {
        return new Problem(429, "too_many_requests", "Too many requests: wait before the next.")
                .with("Retry-After", Long.toString(Math.max(1, retryAfterSeconds)));
    }
}
