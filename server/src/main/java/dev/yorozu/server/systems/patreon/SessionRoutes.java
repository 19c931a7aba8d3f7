package dev.yorozu.server.systems.patreon;

import dev.yorozu.seat.Seat;
import dev.yorozu.seat.Seats;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;

/** What the holder of a session asks: whether it counts, what it entitles to, and that it ends. */
final class SessionRoutes {
    private static final int MOST_BYTES = 4096;
    private static final int LONGEST_TOKEN = 2048;

    private final Admission admission;
    private final Seats seats;
    private final Licenses licenses;
    private final Departures departures;
    private final PatreonTrail trail;
    private final Clients clients;

    SessionRoutes(
            Admission admission,
            Seats seats,
            Licenses licenses,
            Departures departures,
            PatreonTrail trail,
            Clients clients) {
        this.admission = admission;
        this.seats = seats;
        this.licenses = licenses;
        this.departures = departures;
        this.trail = trail;
        this.clients = clients;
    }

    Reply validate(Call call) throws IOException {
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("session_token", LONGEST_TOKEN);
        fields.check();
        return Reply.json(200, PatreonJson.valid(admission.stay(token))).unkept();
    }

    Reply license(Call call) {
        return Reply.json(200, PatreonJson.license(licenses.sync(Bearer.of(call))))
                .unkept();
    }

    /** Whatever the token is, it opens nothing from now on: to end it twice is as good as once. */
    Reply revoke(Call call) {
        String token = Bearer.of(call);
        seats.find(token).ifPresent(seat -> revoke(call, seat));
        return Reply.json(200, new PatreonJson.Done(true, "Session revoked")).unkept();
    }

    private void revoke(Call call, Seat seat) {
        departures.endAnyway(seat);
        trail.signedOut(clients.of(call), seat.user(), seat.publicId());
    }

    Reply revokeAll(Call call) {
        Seat seat = admission.seat(Bearer.of(call));
        int count = departures.endAll(seat.user()).count();
        trail.endedAll(clients.of(call), seat.user());
        return Reply.json(200, new PatreonJson.RevokedAll(true, "All sessions revoked", count))
                .unkept();
    }
}
