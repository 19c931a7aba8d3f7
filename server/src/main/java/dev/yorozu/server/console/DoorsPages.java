package dev.yorozu.server.console;

import dev.yorozu.credential.Permission;
import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.CreateRequest;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.credentials.CredentialOperations.Name;
import dev.yorozu.server.operate.credentials.CredentialOperations.RotateRequest;
import dev.yorozu.server.operate.doors.DoorOperations;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The doors, and the credentials by which clients come in. A secret is on the one page that answers its form. */
record DoorsPages(LocalOperator operator, Pages pages, ConsoleGate gate, InstantSource clock) {
    private static final int SECONDS_OF_AN_HOUR = (int) Duration.ofHours(1).toSeconds();

    Reply show(Call call, OperatorSession session) {
        return show(
                call,
                session,
                Optional.empty(),
                Optional.empty(),
                call.query("notice").flatMap(Notice::named));
    }

    Reply create(Call call, OperatorSession session, Form form) {
        return issued(call, session, () -> Optional.of(call(CredentialOperations.CREATE, rights(form))));
    }

    /** The present secret counts for an hour more, or no longer. */
    Reply rotate(Call call, OperatorSession session, Form form) {
        int grace = form.text("grace").equals("hour") ? SECONDS_OF_AN_HOUR : 0;
        return issued(
                call, session, () -> call(CredentialOperations.ROTATE, new RotateRequest(form.text("name"), grace)));
    }

    Reply allow(Call call, OperatorSession session, Form form) {
        return changed(call, session, () -> call(CredentialOperations.ALLOW, rights(form)));
    }

    Reply confirm(Call call, OperatorSession session, Form form) {
        return changed(call, session, () -> call(CredentialOperations.CONFIRM, new Name(form.text("name"))));
    }

    Reply remove(Call call, OperatorSession session, Form form) {
        return changed(call, session, () -> call(CredentialOperations.REMOVE, new Name(form.text("name"))));
    }

    private static CreateRequest rights(Form form) {
        List<String> may = Stream.of(Permission.values())
                .map(Permission::word)
                .filter(word -> form.text(word).equals("on"))
                .toList();
        return new CreateRequest(
                form.text("name").strip(), words(form.text("keys")), may, false, words(form.text("scopes")));
    }

    private static List<String> words(String text) {
        return Stream.of(text.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private <Q, A> A call(Operation<Q, A> operation, Q request) {
        return operator.call(operation, request, Progress.NONE);
    }

    private Reply issued(Call call, OperatorSession session, Supplier<Optional<Issued>> issuing) {
        try {
            Optional<Issued> issued = issuing.get();
            return issued.isPresent()
                    ? show(call, session, issued, Optional.empty(), Optional.empty())
                    : gate.to(call, DoorsView.PATH + "?notice=" + Notice.NO_CREDENTIAL.text());
        } catch (InvalidRequest wrong) {
            return show(
                    call, session, Optional.empty(), Optional.of(String.valueOf(wrong.getMessage())), Optional.empty());
        }
    }

    private Reply changed(Call call, OperatorSession session, Supplier<Optional<?>> changing) {
        try {
            Notice notice = changing.get().isPresent() ? Notice.CHANGED : Notice.NO_CREDENTIAL;
            return gate.to(call, DoorsView.PATH + "?notice=" + notice.text());
        } catch (InvalidRequest wrong) {
            return show(
                    call, session, Optional.empty(), Optional.of(String.valueOf(wrong.getMessage())), Optional.empty());
        }
    }

    private Reply show(
            Call call,
            OperatorSession session,
            Optional<Issued> issued,
            Optional<String> wrong,
            Optional<Notice> notice) {
        DoorsView view = new DoorsView(
                call(DoorOperations.REPORT, new Nothing()),
                call(CredentialOperations.LIST, new Nothing()).credentials(),
                issued,
                wrong,
                clock.instant());
        PageContext page = pages.context(call, DoorsView.PATH);
        Frame frame = new Frame("doors", session.csrf(), notice);
        return pages.show(
                wrong.isPresent() ? 400 : 200, page, "console/doors.jte", Map.of("frame", frame, "doors", view));
    }
}
