package dev.yorozu.server.console;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Which counters, likes, rankings and boards there are, how to delete one, and whether all is sound. A check walks over
 * all of them, so that it is done on demand, once at a time.
 */
final class ServicesPages {
    private static final int SHOWN = 100;

    private final ServiceOperations operations;
    private final Pages pages;
    private final ConsoleGate gate;
    private final InstantSource clock;
    private final AtomicBoolean checking = new AtomicBoolean();

    ServicesPages(ServiceOperations operations, Pages pages, ConsoleGate gate, InstantSource clock) {
        this.operations = operations;
        this.pages = pages;
        this.gate = gate;
        this.clock = clock;
    }

    Reply show(Call call, OperatorSession operator) {
        return show(
                call,
                operator,
                call.query("text").orElse("").strip(),
                Optional.empty(),
                call.query("notice").flatMap(Notice::named));
    }

    Reply delete(Call call, OperatorSession operator, Form form) {
        Kind kind = Kind.of(form.text("kind"))
                .orElseThrow(() -> Problem.badRequest("The field kind must name a kind of service.")
                        .exception());
        boolean erased = !operations.erase(kind, form.text("id"), true).isEmpty();
        Notice notice = erased ? Notice.DELETED : Notice.NOT_DELETED;
        return gate.to(call, ServicesView.PATH + "?notice=" + notice.text());
    }

    Reply check(Call call, OperatorSession operator, Form form) {
        if (!checking.compareAndSet(false, true)) {
            return show(call, operator, "", Optional.empty(), Optional.of(Notice.COUNTING))
                    .with("Retry-After", "10");
        }
        try {
            boolean fix = form.text("fix").equals("true");
            Report report = operations.verify(new Integrity.Scope.All(), fix, Progress.NONE);
            return show(call, operator, "", Optional.of(report), Optional.empty());
        } finally {
            checking.set(false);
        }
    }

    private Reply show(
            Call call, OperatorSession operator, String text, Optional<Report> report, Optional<Notice> notice) {
        ServicesView view =
                new ServicesView(text, operations.list(Optional.empty(), text, SHOWN), report, clock.instant());
        PageContext page = pages.context(call, ServicesView.target(text));
        Frame frame = new Frame("services", operator.csrf(), notice);
        return pages.show(200, page, "console/services.jte", Map.of("frame", frame, "services", view));
    }
}
