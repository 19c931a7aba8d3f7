package dev.yorozu.server.systems.discord;

import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.discord.account.Desk;
import dev.yorozu.server.systems.discord.account.Links;
import dev.yorozu.server.systems.discord.account.Notice;
import dev.yorozu.server.systems.discord.account.Visit;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Lets the account pages do what the routes for programs do, by the same rules. */
final class AccountDesk implements Desk {
    private static final int TOKEN_BYTES = 32;

    private final String mount;
    private final Site site;
    private final SessionRoutes routes;
    private final Sessions sessions;
    private final int most;
    private final Optional<Links> links;
    private final AuditTrail audit;
    private final Guard guard;
    private final Map<Deed, WindowPolicy> rates = new EnumMap<>(Deed.class);
    private final RandomTokens random;

    AccountDesk(
            Settings settings,
            Site site,
            SessionRoutes routes,
            Sessions sessions,
            Optional<? extends Links> links,
            AuditTrail audit,
            Guard guard,
            RandomTokens random) {
        this.mount = settings.value(DiscordSettings.MOUNT);
        this.most = settings.value(DiscordSettings.SESSION.maxPerUser());
        this.site = site;
        this.routes = routes;
        this.sessions = sessions;
        this.links = links.map(each -> each);
        this.audit = audit;
        this.guard = guard;
        this.random = random;
        rates.put(Deed.END, RateSettings.policy(settings, RateSettings.LOGOUT, "account-end"));
        rates.put(Deed.SHARE, RateSettings.policy(settings, RateSettings.TOKEN, "account-share"));
        rates.put(Deed.DELETE, RateSettings.policy(settings, RateSettings.DELETE, "account-delete"));
    }

    @Override
    public String home() {
        return mount + "/account";
    }

    @Override
    public String signIn(String returnTo) {
        return mount + StartRoute.PATH + "?returnTo=" + URLEncoder.encode(returnTo, StandardCharsets.UTF_8);
    }

    @Override
    public Visit visit(Call call) {
        return routes.visit(call);
    }

    @Override
    public String formToken(Call call) {
        return call.cookie(Guard.DISCORD_CSRF_COOKIE).orElseGet(() -> random.base64url(TOKEN_BYTES));
    }

    @Override
    public Reply withFormToken(Reply reply, Call call, String token) {
        return reply.with(site.passingCookie(call, Guard.DISCORD_CSRF_COOKIE, token));
    }

    @Override
    public Optional<Notice> refusal(Call call, Form form, Deed deed) {
        return guard.refusal(call, form, Objects.requireNonNull(rates.get(deed)));
    }

    @Override
    public List<Session> sessions(Session own) {
        return sessions.list(own.user());
    }

    @Override
    public int mostSessions() {
        return most;
    }

    @Override
    public boolean end(Call call, Session own, String publicId) {
        boolean ended = sessions.endOne(own.user(), publicId).isPresent();
        if (ended) {
            audit.revoked(call, own, publicId);
        }
        return ended;
    }

    @Override
    public void endOthers(Call call, Session own) {
        sessions.endAllBut(own.user(), own.sid().orElseThrow());
        audit.revokedOthers(call, own);
    }

    @Override
    public Reply signOut(Call call, Session own, Reply reply) {
        return routes.signOut(call, own, reply);
    }

    @Override
    public Optional<Links> links() {
        return links;
    }
}
