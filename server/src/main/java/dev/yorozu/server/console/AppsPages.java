package dev.yorozu.server.console;

import dev.yorozu.server.console.AppsView.Draft;
import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.credentials.CredentialOperations.RotateRequest;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The apps that programs keep their state in. A secret is on the one page that answers its form. */
record AppsPages(LocalOperator operator, Pages pages, ConsoleGate gate, InstantSource clock) {
    private static final int SECONDS_OF_A_DAY = (int) Duration.ofDays(1).toSeconds();

    Reply show(Call call, OperatorSession session) {
        return show(
                call,
                session,
                Optional.empty(),
                Optional.empty(),
                Draft.NONE,
                call.query("notice").flatMap(Notice::named));
    }

    Reply create(Call call, OperatorSession session, Form form) {
        return issued(
                call,
                session,
                new Draft("", form.text("settings")),
                () -> Optional.of(call(
                        AppOperations.CREATE,
                        new AppOperations.CreateRequest(form.text("name").strip(), "", form.text("settings")))));
    }

    /** The present secret counts for a day more, or no longer. */
    Reply rotate(Call call, OperatorSession session, Form form) {
        int grace = form.text("grace").equals("day") ? SECONDS_OF_A_DAY : 0;
        return issued(
                call,
                session,
                Draft.NONE,
                () -> call(CredentialOperations.ROTATE, new RotateRequest(form.text("credential"), grace)));
    }

    Reply change(Call call, OperatorSession session, Form form) {
        return changed(
                call,
                session,
                new Draft(form.text("name"), form.text("settings")),
                Notice.APP_CHANGED,
                () -> call(
                                AppOperations.CHANGE,
                                new AppOperations.ChangeRequest(form.text("name"), form.text("settings")))
                        .isPresent());
    }

    Reply rotateKey(Call call, OperatorSession session, Form form) {
        return changed(
                call,
                session,
                Draft.NONE,
                Notice.KEY_ROTATED,
                () -> call(AppOperations.ROTATE_KEY, new AppOperations.Name(form.text("name")))
                        .isPresent());
    }

    Reply delete(Call call, OperatorSession session, Form form) {
        return changed(
                call,
                session,
                Draft.NONE,
                Notice.APP_DELETED,
                () -> call(AppOperations.DELETE, new AppOperations.Name(form.text("name")))
                        .app());
    }

    private <Q, A> A call(Operation<Q, A> operation, Q request) {
        return operator.call(operation, request, Progress.NONE);
    }

    private Reply issued(Call call, OperatorSession session, Draft draft, Supplier<Optional<Issued>> issuing) {
        try {
            Optional<Issued> issued = issuing.get();
            return issued.isPresent()
                    ? show(call, session, issued, Optional.empty(), Draft.NONE, Optional.empty())
                    : none(call);
        } catch (InvalidRequest wrong) {
            return refused(call, session, draft, wrong);
        }
    }

    private Reply changed(Call call, OperatorSession session, Draft draft, Notice done, Supplier<Boolean> changing) {
        try {
            return changing.get() ? gate.to(call, AppsView.PATH + "?notice=" + done.text()) : none(call);
        } catch (InvalidRequest wrong) {
            return refused(call, session, draft, wrong);
        }
    }

    private Reply none(Call call) {
        return gate.to(call, AppsView.PATH + "?notice=" + Notice.NO_APP.text());
    }

    private Reply refused(Call call, OperatorSession session, Draft draft, InvalidRequest wrong) {
        Optional<String> sentence = Optional.of(String.valueOf(wrong.getMessage()));
        return show(call, session, Optional.empty(), sentence, draft, Optional.empty());
    }

    private Reply show(
            Call call,
            OperatorSession session,
            Optional<Issued> issued,
            Optional<String> wrong,
            Draft draft,
            Optional<Notice> notice) {
        AppsView view =
                new AppsView(call(AppOperations.LIST, new Nothing()).apps(), issued, wrong, draft, clock.instant());
        PageContext page = pages.context(call, AppsView.PATH);
        Frame frame = new Frame("apps", session.csrf(), notice);
        return pages.show(
                wrong.isPresent() ? 400 : 200, page, "console/apps.jte", Map.of("frame", frame, "apps", view));
    }
}
