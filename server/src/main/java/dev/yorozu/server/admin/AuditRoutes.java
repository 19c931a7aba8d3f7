package dev.yorozu.server.admin;

import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The part of the admin interface that is about people: what happened, and who is signed in. */
final class AuditRoutes {
    private final Operations operations;

    AuditRoutes(Operations operations) {
        this.operations = operations;
    }

    Reply events(Call call) throws IOException {
        Request request = Request.of(call);
        Query query = query(request);
        int limit = request.number("limit", 1, EventPage.LONGEST);
        try {
            return Reply.json(200, AuditJson.json(operations.audit(query, request.text("cursor"), limit)));
        } catch (IllegalArgumentException wrongCursor) {
            return Problem.badRequest("The cursor is not one of this query: begin anew.")
                    .reply();
        }
    }

    private static Query query(Request request) {
        Query query = Query.ALL;
        String kind = request.text("kind");
        if (!kind.isEmpty()) {
            query = query.of(Kind.of(kind)
                    .orElseThrow(() -> Problem.badRequest("There is no such kind of event.")
                            .exception()));
        }
        if (!request.text("user").isEmpty()) {
            query = query.by(request.text("user"));
        }
        if (!request.text("since").isEmpty()) {
            query = query.since(request.instant("since"));
        }
        return request.text("until").isEmpty() ? query : query.until(request.instant("until"));
    }

    Reply known(Call call) throws IOException {
        return Reply.json(
                200,
                OperationsJson.object()
                        .put("known", operations.knows(Request.of(call).user())));
    }

    Reply sessions(Call call) throws IOException {
        Request request = Request.of(call);
        Optional<String> system = system(request);
        return Reply.json(200, AuditJson.json(operations.sessions(request.user(), system)));
    }

    Reply revoke(Call call) throws IOException {
        Request request = Request.of(call);
        Optional<String> system = system(request);
        Optional<String> kept = Optional.of(request.text("except")).filter(id -> !id.isEmpty());
        OptionalInt ended = operations.revoke(request.user(), system, kept);
        return Reply.json(
                200,
                ended.isPresent()
                        ? OperationsJson.object().put("ended", ended.getAsInt())
                        : OperationsJson.object().put("noSuchSession", true));
    }

    Reply end(Call call) throws IOException {
        Request request = Request.of(call);
        String system = system(request)
                .orElseThrow(() -> Problem.badRequest("The field system must name a system.")
                        .exception());
        boolean ended = operations.endSession(request.user(), system, request.text("id"));
        return Reply.json(200, OperationsJson.object().put("ended", ended ? 1 : 0));
    }

    private Optional<String> system(Request request) {
        Optional<String> system = Optional.of(request.text("system")).filter(name -> !name.isEmpty());
        if (system.isPresent() && !operations.hasSessions(system.get())) {
            throw Problem.badRequest("There is no system of this name that has sessions.")
                    .exception();
        }
        return system;
    }
}
