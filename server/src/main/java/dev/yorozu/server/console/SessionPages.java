package dev.yorozu.server.console;

import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.tokens.UserLogins;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is signed in as a user, and how to end it. What is ended is written down as done by the operator. */
record SessionPages(LocalOperator operations, Pages pages, ConsoleGate gate, InstantSource clock) {
    Reply show(Call call, OperatorSession operator) {
        String user = call.query("user").orElse("").strip();
        Instant now = clock.instant();
        SessionsView view = user.isEmpty() ? new SessionsView("", "", List.of(), List.of(), now) : view(user, now);
        PageContext page = pages.context(call, SessionsView.target(user));
        Frame frame =
                new Frame("sessions", operator.csrf(), call.query("notice").flatMap(Notice::named));
        return pages.show(200, page, "console/sessions.jte", Map.of("frame", frame, "sessions", view));
    }

    private SessionsView view(String user, Instant now) {
        Optional<UserLogins> logins = operations.tokens().logins(user);
        return new SessionsView(
                user,
                logins.map(UserLogins::user).orElse(user),
                operations.sessions().list(user, Optional.empty()),
                logins.map(UserLogins::logins).orElse(List.of()),
                now);
    }

    Reply end(Call call, OperatorSession operator, Form form) {
        String user = user(form);
        boolean ended = operations.sessions().end(user, form.text("system"), form.text("session"));
        Notice done = form.text("system").equals(TokenOperations.SYSTEM) ? Notice.LOGIN_ENDED : Notice.ENDED;
        return back(call, user, ended ? done : Notice.NOT_ENDED);
    }

    Reply endAll(Call call, OperatorSession operator, Form form) {
        String user = user(form);
        int ended = operations
                .sessions()
                .revoke(user, Optional.empty(), Optional.empty())
                .orElse(0);
        return back(call, user, ended > 0 ? Notice.ENDED_ALL : Notice.NOT_ENDED);
    }

    private static String user(Form form) {
        String user = form.text("user");
        if (user.isEmpty()) {
            throw Problem.badRequest("The field user must name a user.").exception();
        }
        return user;
    }

    private Reply back(Call call, String user, Notice notice) {
        return gate.to(call, SessionsView.target(user) + "&notice=" + notice.text());
    }
}
