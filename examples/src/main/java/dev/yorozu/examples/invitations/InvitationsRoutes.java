package dev.yorozu.examples.invitations;

import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;

/** Reads what is sent, calls the rule once, writes what it says. */
record InvitationsRoutes(Gate<String> gate, Check rate, Invitations invitations) {
    private static final int MOST_BYTES = 4096;

    void declare(Routes routes) {
        routes.post("/invite", gate.signedIn(this::invite, rate));
        routes.post("/accept", gate.open(this::accept, rate));
    }

    private Reply invite(Call call, String host) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String name = fields.required("name", 100);
        fields.check();
        return Reply.json(201, new InvitationsJson.Invited(invitations.invite(name)))
                .unkept();
    }

    private Reply accept(Call call) throws IOException {
        Fields fields = Fields.of(call, MOST_BYTES);
        String code = fields.required("code", 64);
        fields.check();
        String name = invitations.accept(code).orElseThrow(InvitationsErrors.NO_INVITATION::exception);
        return Reply.json(200, new InvitationsJson.Accepted(name)).unkept();
    }
}
