package dev.yorozu.examples.invitations;

/** What this system answers. */
final class InvitationsJson {
    private InvitationsJson() {}

    record Invited(String code) {}

    record Accepted(String name) {}

    record Refused(String problem) {}
}
