package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.link.IssueResult;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.access.browser.CsrfCookie;
import dev.yorozu.server.access.browser.Visit;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.Avatar;
import dev.yorozu.server.pages.Moment;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.systems.discord.links.ShareLinkOperations;
import dev.yorozu.session.Session;
import gg.jte.Content;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * "Your sessions": who is signed in as you, and what you can do about it. Needs no script.
 *
 * @param signIn the path below the mount where a sign-in begins
 * @param mostSessions how many a user may have
 * @param links empty where they are off
 */
public record AccountPages(
        String mount,
        String signIn,
        Pages pages,
        BrowserSessions sessions,
        int mostSessions,
        Optional<ShareLinkOperations> links,
        Protection protection,
        InstantSource clock) {
    private static final String PATH = "/account";

    /**
     * What stands before the pages, as before the system's other routes.
     *
     * @param show put before the page that anybody may ask for
     * @param form put before what its forms do
     * @param ownPage lets forms of this site pass
     * @param csrf of every form
     * @param end how often sessions may be ended; links are made and deleted as often as share and delete say
     */
    public record Protection(
            UnaryOperator<Endpoint> show,
            UnaryOperator<Endpoint> form,
            Check ownPage,
            CsrfCookie csrf,
            Check end,
            Check share,
            Check delete) {
        private Optional<Notice> refusal(Call call, Form form, Check rate) {
            boolean own = ownPage.refusal(call).isEmpty() && csrf.matches(call, form.text("csrf"));
            if (!own) {
                return Optional.of(Notice.CSRF);
            }
            return rate.refusal(call).map(tooMany -> Notice.TOO_MANY);
        }
    }

    /** Declares the pages below the mount. */
    public void routes(Routes routes) {
        routes.get(PATH, protection.show().apply(this::show));
        routes.post(PATH + "/sign-out", form(protection.end(), this::signOut));
        routes.post(PATH + "/end", form(protection.end(), this::end));
        routes.post(PATH + "/end-others", form(protection.end(), this::endOthers));
        routes.post(PATH + "/links", form(protection.share(), this::share));
        routes.post(PATH + "/links/delete", form(protection.delete(), this::delete));
    }

    private Endpoint form(Check rate, Action action) {
        return protection.form().apply(call -> act(call, rate, action));
    }

    private ShareForm sharing() {
        return new ShareForm(links, clock);
    }

    private String home() {
        return mount + PATH;
    }

    /** From the mount to the page that people look for there. */
    public Reply redirect() {
        return Reply.empty(308).with("Location", home());
    }

    /** What the start page shows of these pages. */
    public Content link(PageContext page) {
        return pages.piece(page, "account/landing.jte", Map.of("account", home()));
    }

    /** What a form does for somebody who is signed in. */
    @FunctionalInterface
    private interface Action {
        Reply act(Call call, Form form, Session own);
    }

    private Reply show(Call call) {
        Optional<Notice> notice = call.query("notice").flatMap(Notice::named).or(() -> providerError(call));
        return show(call, 200, notice, ShareForm.wish(call));
    }

    /** What the provider's refusal looks like when the sign-in leads back here. */
    private static Optional<Notice> providerError(Call call) {
        return call.query("discord_oauth_error")
                .map(error -> error.equals("access_denied") ? Notice.REFUSED : Notice.FAILED);
    }

    private Reply show(Call call, int status, Optional<Notice> notice, AccountView.Wish wish) {
        PageContext page = pages.context(call, home());
        Visit visit = sessions.visit(call);
        Reply reply = visit.session()
                .map(own -> signedIn(call, page, status, own, notice, wish))
                .orElseGet(() ->
                        signedOut(page, status, visit.ended().map(Notice::of).or(() -> notice)));
        return personal(visit.cookies().apply(reply));
    }

    private Reply signedOut(PageContext page, int status, Optional<Notice> notice) {
        String start = mount + signIn + "?returnTo=" + URLEncoder.encode(page.link(home()), StandardCharsets.UTF_8);
        return pages.show(status, page, "account/signed-out.jte", Map.of("signIn", start, "notice", notice));
    }

    private Reply signedIn(
            Call call, PageContext page, int status, Session own, Optional<Notice> notice, AccountView.Wish wish) {
        String token = protection.csrf().token(call);
        Instant now = clock.instant();
        List<AccountView.Device> devices = sessions.list(own).stream()
                .map(session -> device(session, own, now))
                .toList();
        AccountView view = new AccountView(
                home(),
                token,
                Avatar.of(own.user()),
                own.text("name").orElse(own.user()),
                notice,
                devices,
                mostSessions,
                sharing().view(call, own, wish));
        Reply shown = pages.show(status, page, "account/account.jte", Map.of("account", view));
        return protection.csrf().on(shown, call, token);
    }

    private static AccountView.Device device(Session session, Session own, Instant now) {
        return new AccountView.Device(
                session.publicId(),
                session.publicId().equals(own.publicId()),
                new Moment(session.createdAt(), now),
                new Moment(session.lastSeenAt(), now),
                new Moment(session.endsAt(), now));
    }

    private Reply act(Call call, Check rate, Action action) throws IOException {
        Form form = call.form();
        Optional<Notice> refusal = protection.refusal(call, form, rate);
        if (refusal.isPresent()) {
            return show(call, refusal.get() == Notice.TOO_MANY ? 429 : 403, refusal, ShareForm.wish(form));
        }
        Visit visit = sessions.visit(call);
        return visit.cookies()
                .apply(
                        visit.session().isPresent()
                                ? action.act(call, form, visit.session().get())
                                : back(call, Notice.SIGN_IN_FIRST));
    }

    private Reply signOut(Call call, Form form, Session own) {
        return sessions.signOut(call, own, back(call, Notice.SIGNED_OUT));
    }

    private Reply end(Call call, Form form, Session own) {
        boolean ended = sessions.end(call, own, form.text("session"));
        return back(call, ended ? Notice.ENDED : Notice.NOT_ENDED);
    }

    private Reply endOthers(Call call, Form form, Session own) {
        sessions.endOthers(call, own);
        return back(call, Notice.ENDED_OTHERS);
    }

    private Reply share(Call call, Form form, Session own) {
        return switch (sharing().make(call, form, own)) {
            case IssueResult.Issued issued -> back(call, "?link=" + issued.shortToken(), "#made");
            case IssueResult.UrlRequired none -> notShared(call, form, Notice.URL_REQUIRED);
            case IssueResult.InvalidUrl wrong -> notShared(call, form, Notice.URL_INVALID);
            case IssueResult.HostNotAllowed other -> notShared(call, form, Notice.HOST_NOT_ALLOWED);
            case IssueResult.InvalidEnd wrong -> notShared(call, form, Notice.OVER);
            case IssueResult.AlreadyOver over -> notShared(call, form, Notice.OVER);
            case IssueResult.NoFreeShort none -> notShared(call, form, Notice.NO_FREE_SHORT);
        };
    }

    private Reply notShared(Call call, Form form, Notice why) {
        return show(call, 400, Optional.of(why), ShareForm.wish(form));
    }

    private Reply delete(Call call, Form form, Session own) {
        return back(call, sharing().delete(call, form, own) ? Notice.DELETED : Notice.NOT_DELETED);
    }

    private Reply back(Call call, Notice notice) {
        return back(call, "?notice=" + notice.text(), "");
    }

    /** What a form did is shown by another request, so that a reload does not do it again. */
    private Reply back(Call call, String query, String fragment) {
        PageContext page = pages.context(call, home());
        return personal(Reply.empty(303).with("Location", page.link(home() + query) + fragment));
    }

    /** For one reader only; and its forms must be able to say where they come from. */
    private static Reply personal(Reply reply) {
        return reply.with("Cache-Control", "no-store").with("Referrer-Policy", "same-origin");
    }
}
