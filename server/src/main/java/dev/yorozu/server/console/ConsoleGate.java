package dev.yorozu.server.console;

import dev.yorozu.secret.Digests;
import dev.yorozu.server.console.session.ConsoleCookie;
import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.console.session.OperatorSessions;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.listener.Sender;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The sign-in of the console, and what stands before its pages: none is shown without a session, and nothing changes but by
 * a form of such a page.
 */
record ConsoleGate(AdminGate admin, OperatorSessions sessions, Pages pages) {
    /** A page for an operator. */
    @FunctionalInterface
    interface Page {
        Reply show(Call call, OperatorSession operator) throws Exception;
    }

    /** What a form does for an operator. */
    @FunctionalInterface
    interface Action {
        Reply act(Call call, OperatorSession operator, Form form) throws Exception;
    }

    /** The page that asks a caller without a session for the token. */
    Endpoint entrance(Page shown) {
        return call -> {
            Optional<OperatorSession> operator = operator(call);
            return operator.isPresent()
                    ? personal(shown.show(call, operator.get()))
                    : signInPage(call, 200, call.query("notice").flatMap(Notice::named));
        };
    }

    /** A page behind the entrance; a caller without a session is sent there. */
    Endpoint reading(Page shown) {
        return call -> {
            Optional<OperatorSession> operator = operator(call);
            return operator.isPresent() ? personal(shown.show(call, operator.get())) : to(call, ConsoleModule.MOUNT);
        };
    }

    Endpoint changing(Action action) {
        return call -> {
            Form form = call.form();
            Optional<OperatorSession> operator = operator(call);
            if (operator.isEmpty()) {
                return refused(call, Notice.OVER);
            }
            boolean own = isOwnPage(call) && Digests.same(operator.get().csrf(), form.text("csrf"));
            return own ? personal(action.act(call, operator.get(), form)) : refused(call, Notice.FORGED);
        };
    }

    /** Needs no token against forgery beside the one that is asked for: a caller who knows that one can sign in anyway. */
    Reply signIn(Call call) throws IOException {
        Form form = call.form();
        if (!isOwnPage(call)) {
            return refused(call, Notice.FORGED);
        }
        if (ConsoleCookie.isSecure(call) && !sender(call).map(Origin::isSecure).orElse(false)) {
            return signInPage(call, 403, Optional.of(Notice.NEEDS_HTTPS));
        }
        return switch (admin.judge(call, form.field("token").map(String::strip))) {
            case AdminGate.Verdict.Right right -> begin(call);
            case AdminGate.Verdict.Wrong wrong -> signInPage(call, 403, Optional.of(Notice.WRONG_TOKEN));
            case AdminGate.Verdict.Wait wait ->
                signInPage(call, 429, Optional.of(Notice.WAIT)).with("Retry-After", wait.seconds());
        };
    }

    private Reply begin(Call call) {
        ConsoleCookie.id(call).ifPresent(sessions::end);
        String id = sessions.begin().id();
        return to(call, ConsoleModule.MOUNT).with(ConsoleCookie.holding(call, id));
    }

    Reply signOut(Call call, OperatorSession operator, Form form) {
        sessions.end(operator.id());
        return to(call, ConsoleModule.MOUNT + "?notice=" + Notice.SIGNED_OUT.text())
                .with(ConsoleCookie.clearing(call));
    }

    private Optional<OperatorSession> operator(Call call) {
        return ConsoleCookie.id(call).flatMap(sessions::find);
    }

    private static Optional<Origin> sender(Call call) {
        return Sender.of(call).flatMap(Origin::of);
    }

    /** Whether the request says that it comes from a page of this host; one that says nothing does not. */
    private static boolean isOwnPage(Call call) {
        return sender(call).filter(origin -> Sender.isHost(call, origin)).isPresent();
    }

    private Reply signInPage(Call call, int status, Optional<Notice> notice) {
        PageContext page = pages.context(call, ConsoleModule.MOUNT);
        return personal(pages.show(status, page, "console/sign-in.jte", Map.of("notice", notice)));
    }

    private Reply refused(Call call, Notice notice) {
        PageContext page = pages.context(call, ConsoleModule.MOUNT);
        return personal(pages.show(403, page, "console/refused.jte", Map.of("notice", Optional.of(notice))));
    }

    /** What a form did is shown by another request, so that a reload does not do it again. */
    Reply to(Call call, String target) {
        return Reply.empty(303)
                .with("Location", pages.context(call, target).link(target))
                .unkept();
    }

    /** For one reader only; and its forms must be able to say where they come from. */
    private static Reply personal(Reply reply) {
        return reply.unkept().with("Referrer-Policy", "same-origin");
    }
}
