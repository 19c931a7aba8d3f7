package dev.yorozu.server.systems.discord.account;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.Avatar;
import dev.yorozu.server.pages.Moment;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.session.Session;
import gg.jte.Content;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** "Your sessions": who is signed in as you, and what you can do about it. Needs no script. */
public final class AccountPages {
    private static final String PATH = "/account";

    private final Desk desk;
    private final Pages pages;
    private final Sharing sharing;
    private final UnaryOperator<Endpoint> limit;
    private final InstantSource clock;

    /**
     * The pages of a system.
     *
     * @param limit put before the page that anybody may ask for
     */
    public AccountPages(Desk desk, Pages pages, UnaryOperator<Endpoint> limit, InstantSource clock) {
        this.desk = desk;
        this.pages = pages;
        this.limit = limit;
        this.sharing = new Sharing(desk, clock);
        this.clock = clock;
    }

    /** Declares the pages below the mount that {@link Desk#home} begins with. */
    public void routes(Routes routes) {
        routes.get(PATH, limit.apply(this::show));
        routes.post(PATH + "/sign-out", call -> act(call, Desk.Deed.END, this::signOut));
        routes.post(PATH + "/end", call -> act(call, Desk.Deed.END, this::end));
        routes.post(PATH + "/end-others", call -> act(call, Desk.Deed.END, this::endOthers));
        routes.post(PATH + "/links", call -> act(call, Desk.Deed.SHARE, this::share));
        routes.post(PATH + "/links/delete", call -> act(call, Desk.Deed.DELETE, this::delete));
    }

    /** From the mount to the page that people look for there. */
    public Reply redirect() {
        return Reply.empty(308).with("Location", desk.home());
    }

    /** What the start page shows of these pages. */
    public Content link(PageContext page) {
        return pages.piece(page, "account/landing.jte", Map.of("account", desk.home()));
    }

    /** What a form does for somebody who is signed in. */
    @FunctionalInterface
    private interface Action {
        Reply act(Call call, Form form, Session own);
    }

    private Reply show(Call call) {
        Optional<Notice> notice = call.query("notice").flatMap(Notice::named).or(() -> providerError(call));
        return show(call, 200, notice, sharing.wish(call));
    }

    /** What the provider's refusal looks like when the sign-in leads back here. */
    private static Optional<Notice> providerError(Call call) {
        return call.query("discord_oauth_error")
                .map(error -> error.equals("access_denied") ? Notice.REFUSED : Notice.FAILED);
    }

    private Reply show(Call call, int status, Optional<Notice> notice, AccountView.Wish wish) {
        PageContext page = pages.context(call, desk.home());
        Visit visit = desk.visit(call);
        Reply reply = visit.session()
                .map(own -> signedIn(call, page, status, own, notice, wish))
                .orElseGet(() -> pages.show(
                        status,
                        page,
                        "account/signed-out.jte",
                        Map.of(
                                "signIn",
                                desk.signIn(page.link(desk.home())),
                                "notice",
                                visit.ended().or(() -> notice))));
        return personal(visit.cookies().apply(reply));
    }

    private Reply signedIn(
            Call call, PageContext page, int status, Session own, Optional<Notice> notice, AccountView.Wish wish) {
        String token = desk.formToken(call);
        Instant now = clock.instant();
        List<AccountView.Device> devices = desk.sessions(own).stream()
                .map(session -> device(session, own, now))
                .toList();
        AccountView view = new AccountView(
                desk.home(),
                token,
                Avatar.of(own.user()),
                own.text("name").orElse(own.user()),
                notice,
                devices,
                desk.mostSessions(),
                sharing.view(call, own, wish));
        return desk.withFormToken(
                pages.show(status, page, "account/account.jte", Map.of("account", view)), call, token);
    }

    private static AccountView.Device device(Session session, Session own, Instant now) {
        return new AccountView.Device(
                session.publicId(),
                session.publicId().equals(own.publicId()),
                new Moment(session.createdAt(), now),
                new Moment(session.lastSeenAt(), now),
                new Moment(session.endsAt(), now));
    }

    private Reply act(Call call, Desk.Deed deed, Action action) throws IOException {
        Form form = call.form();
        Optional<Notice> refusal = desk.refusal(call, form, deed);
        if (refusal.isPresent()) {
            return show(call, refusal.get() == Notice.TOO_MANY ? 429 : 403, refusal, Sharing.wish(form));
        }
        Visit visit = desk.visit(call);
        return visit.session().isPresent()
                ? visit.cookies().apply(action.act(call, form, visit.session().get()))
                : visit.cookies().apply(back(call, "?notice=" + Notice.SIGN_IN_FIRST.text()));
    }

    private Reply signOut(Call call, Form form, Session own) {
        return desk.signOut(call, own, back(call, Notice.SIGNED_OUT));
    }

    private Reply end(Call call, Form form, Session own) {
        boolean ended = desk.end(call, own, form.text("session"));
        return back(call, ended ? Notice.ENDED : Notice.NOT_ENDED);
    }

    private Reply endOthers(Call call, Form form, Session own) {
        desk.endOthers(call, own);
        return back(call, Notice.ENDED_OTHERS);
    }

    private Reply share(Call call, Form form, Session own) {
        return switch (sharing.make(call, form, own)) {
            case Sharing.Made made -> back(call, "?link=" + made.shortToken(), "#made");
            case Sharing.Refused refused -> show(call, 400, Optional.of(refused.why()), Sharing.wish(form));
        };
    }

    private Reply delete(Call call, Form form, Session own) {
        return back(call, sharing.delete(call, form, own) ? Notice.DELETED : Notice.NOT_DELETED);
    }

    private Reply back(Call call, Notice notice) {
        return back(call, "?notice=" + notice.text());
    }

    private Reply back(Call call, String query) {
        return back(call, query, "");
    }

    /** What a form did is shown by another request, so that a reload does not do it again. */
    private Reply back(Call call, String query, String fragment) {
        PageContext page = pages.context(call, desk.home());
        return personal(Reply.empty(303).with("Location", page.link(desk.home() + query) + fragment));
    }

    /** For one reader only; and its forms must be able to say where they come from. */
    private static Reply personal(Reply reply) {
        return reply.with("Cache-Control", "no-store").with("Referrer-Policy", "same-origin");
    }
}
