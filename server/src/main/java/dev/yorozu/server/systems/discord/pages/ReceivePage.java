package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.Moment;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.systems.discord.links.ShareLinkOperations;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What somebody sees who opens a share link: what it is, where it lies, until when.
 *
 * <p>Share links lead to {@code /receive} of the site, which in the documented system is the site's own page. So this one
 * is there only where this server is the site.
 *
 * @param limit put before it, so that nobody tries all tokens there are
 */
public record ReceivePage(ShareLinkOperations links, Pages pages, UnaryOperator<Endpoint> limit, InstantSource clock)
        implements HttpModule {
    private static final String PATH = "/receive";
    private static final int LONGEST_TOKEN = 4096;

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.pages().get(PATH, limit.apply(this::open));
    }

    private Reply open(Call call) {
        String token = call.query("t").orElse("").strip();
        String target = PATH + "?t=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        PageContext page = pages.context(call, target);
        if (token.length() > LONGEST_TOKEN) {
            return trouble(page, 404, "missing");
        }
        return switch (links.open(call, token)) {
            case ResolveResult.Resolved found -> show(page, 200, new ReceiveView(Optional.of(file(found)), ""));
            case ResolveResult.TokenRequired none -> trouble(page, 404, "missing");
            case ResolveResult.NotFound none -> trouble(page, 404, "missing");
            case ResolveResult.InvalidFormat wrong -> trouble(page, 404, "missing");
            case ResolveResult.InvalidBytes wrong -> trouble(page, 404, "missing");
            case ResolveResult.InvalidPayload wrong -> trouble(page, 404, "missing");
            case ResolveResult.Expired expired -> trouble(page, 410, "expired");
            case ResolveResult.HostNotAllowed other -> trouble(page, 403, "refused");
        };
    }

    private ReceiveView.File file(ResolveResult.Resolved found) {
        return new ReceiveView.File(
                found.name().full(),
                URI.create(found.url()).getHost(),
                found.url(),
                new Moment(found.ends(), clock.instant()));
    }

    private Reply trouble(PageContext page, int status, String name) {
        return show(page, status, new ReceiveView(Optional.empty(), name));
    }

    private Reply show(PageContext page, int status, ReceiveView view) {
        return pages.show(status, page, "account/receive.jte", Map.of("receive", view))
                .with("Cache-Control", "no-store");
    }
}
