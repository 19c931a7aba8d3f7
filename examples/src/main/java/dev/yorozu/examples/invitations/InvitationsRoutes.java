package dev.yorozu.examples.invitations;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;

/** Reads what is sent, calls the rule once, writes what it says. */
final class InvitationsRoutes {
    private static final int MOST_BYTES = 4096;

    private final Invitations invitations;

    InvitationsRoutes(Invitations invitations) {
        this.invitations = invitations;
    }

    Reply invite(Call call, String host) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String name = fields.required("name", 100);
        fields.check();
        return Reply.json(201, new InvitationsJson.Invited(invitations.invite(name)))
                .unkept();
    }

    Reply accept(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String code = fields.required("code", 64);
        fields.check();
        String name = invitations.accept(code).orElseThrow(InvitationsErrors.NO_INVITATION::exception);
        return Reply.json(200, new InvitationsJson.Accepted(name)).unkept();
    }
}
