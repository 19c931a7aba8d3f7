package dev.yorozu.server.admin;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.Optional;

/** The part of the admin interface that is about counters, likes, rankings and boards. */
final class NostalgicRoutes {
    private final NostalgicDesk desk;

    NostalgicRoutes(NostalgicDesk desk) {
        this.desk = desk;
    }

    Reply verify(Call call) throws IOException {
        Request request = Request.of(call);
        Integrity.Scope scope = kind(request)
                .<Integrity.Scope>map(kind -> new Integrity.Scope.One(kind, id(request)))
                .orElseGet(Integrity.Scope.All::new);
        boolean fix = request.flag("fix");
        return Events.reply(call, progress -> NostalgicJson.json(desk.verify(scope, fix, progress)));
    }

    Reply invalid(Call call) throws IOException {
        boolean clear = Request.of(call).flag("clear");
        return Events.reply(call, progress -> NostalgicJson.json(desk.invalid(clear, progress)));
    }

    Reply erase(Call call) throws IOException {
        Request request = Request.of(call);
        Kind kind = kind(request)
                .orElseThrow(() -> Problem.badRequest("The field kind must name a kind of service.")
                        .exception());
        Erasure.Plan plan = request.flag("erase") ? desk.erase(kind, id(request)) : desk.plan(kind, id(request));
        return Reply.json(200, NostalgicJson.json(plan));
    }

    Reply overview(Call call) {
        return Events.reply(call, progress -> NostalgicJson.json(desk.overview(progress)));
    }

    Reply list(Call call) throws IOException {
        Request request = Request.of(call);
        return Reply.json(
                200,
                NostalgicJson.json(desk.list(
                        kind(request), request.text("text"), request.number("limit", 1, NostalgicDesk.LONGEST))));
    }

    Reply dossiers(Call call) throws IOException {
        return Reply.json(200, NostalgicJson.dossiers(desk.dossiers(id(Request.of(call)))));
    }

    private static Optional<Kind> kind(Request request) {
        String name = request.text("kind");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Kind.of(name)
                .orElseThrow(() -> Problem.badRequest("The field kind must be counter, like, ranking or bbs.")
                        .exception()));
    }

    private static String id(Request request) {
        String id = request.text("id");
        if (id.isEmpty()) {
            throw Problem.badRequest("The field id must name a service.").exception();
        }
        return id;
    }
}
