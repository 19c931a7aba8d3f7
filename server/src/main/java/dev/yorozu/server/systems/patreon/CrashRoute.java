package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Patrons;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;

/** Takes what programs tell of their crashes, each report once. */
final class CrashRoute {
    /** Room for the longest fields in any script, and for logs that are cut. */
    private static final int MOST_BYTES = 1 << 20;

    private final Patrons patrons;
    private final Limits limits;
    private final Clients clients;

    CrashRoute(Patrons patrons, Limits limits, Clients clients) {
        this.patrons = patrons;
        this.limits = limits;
        this.clients = clients;
    }

    Reply report(Call call) throws IOException {
        Client client = clients.of(call);
        limits.crash(client);
        CrashReport report = CrashForm.read(Fields.ofAnyText(call, MOST_BYTES), client);
        String message = patrons.keep(report) ? "Crash report received" : "Crash report already received";
        return Reply.json(200, new PatreonJson.Reported(true, report.id().toString(), message))
                .unkept();
    }
}
