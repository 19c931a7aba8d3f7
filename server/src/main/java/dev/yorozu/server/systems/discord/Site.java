package dev.yorozu.server.systems.discord;

import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import dev.yorozu.server.http.listener.Sender;
import dev.yorozu.server.net.Origin;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The site that this system serves: where it is, whose pages may call it, and how its cookies are set. */
final class Site {
    static final String CALLBACK = "/api/auth/discord/callback";

    private final String mount;
    private final Optional<Origin> siteOrigin;
    private final Optional<URI> redirectUri;
    private final Optional<String> cookieDomain;
    private final Set<Origin> allowed = new HashSet<>();
    private final ClientAddress addresses;

    Site(Settings settings, ClientAddress addresses) {
        this.mount = settings.value(DiscordSettings.MOUNT);
        this.siteOrigin = settings.find(DiscordSettings.SITE_ORIGIN);
        this.redirectUri = settings.find(DiscordSettings.REDIRECT_URI);
        this.cookieDomain = settings.find(DiscordSettings.COOKIE_DOMAIN);
        this.addresses = addresses;
        siteOrigin.ifPresent(origin -> allowed.addAll(List.of(origin, origin.www())));
        allowed.addAll(settings.find(DiscordSettings.ALLOWED_ORIGINS).orElse(List.of()));
    }

    /** The path of the callback on this host. */
    String callbackPath() {
        return mount + CALLBACK;
    }

    /** Where Discord sends people back to; empty when nobody said where this site is. */
    Optional<String> redirectUri(Call call) {
        return redirectUri.map(URI::toString).or(() -> origin(call).map(origin -> origin + callbackPath()));
    }

    /** The origin that people see: the one that was set, or this machine itself when it was asked under such a name. */
    Optional<String> origin(Call call) {
        return siteOrigin
                .map(Origin::toString)
                .or(() -> asked(call).filter(Origin::isLoopback).map(Origin::toString));
    }

    /** The host that was asked, under the scheme that this server speaks. */
    private static Optional<Origin> asked(Call call) {
        return call.host().flatMap(host -> Origin.host("http", host));
    }

    /**
     * Whether the page behind a request may call this system. A request without a sender is none of a browser's across
     * sites: browsers name one there.
     */
    boolean admits(Call call) {
        Optional<String> sender = Sender.of(call);
        return sender.isEmpty() || isOwn(call, sender.get());
    }

    /** Whether the request says that it comes from a page of this site; one that says nothing does not. */
    boolean comesFromOwnPage(Call call) {
        return Sender.of(call).filter(sender -> isOwn(call, sender)).isPresent();
    }

    private boolean isOwn(Call call, String sender) {
        return Origin.of(sender)
                .filter(origin -> allowed.contains(origin) || Sender.isHost(call, origin))
                .isPresent();
    }

    /** Cookies need encryption everywhere but on this machine itself, spoken to without it. */
    private boolean secure(Call call) {
        boolean local = siteOrigin.map(origin -> !origin.isSecure()).orElse(true)
                && asked(call).filter(Origin::isLoopback).isPresent();
        return !local || forwardedSecurely(call);
    }

    private boolean forwardedSecurely(Call call) {
        return addresses.isProxied(call)
                && call.header("X-Forwarded-Proto")
                        .filter("https"::equalsIgnoreCase)
                        .isPresent();
    }

    /** The name of a cookie that no other host of the site can set, which browsers see to where there is encryption. */
    String boundToHost(Call call, String name) {
        return secure(call) ? "__Host-" + name : name;
    }

    Cookie cookie(Call call, String name, String value, Duration life) {
        return new Cookie(name, value, Optional.of(life), Optional.empty(), secure(call));
    }

    /** A cookie that ends with the browser, for the configured domain. */
    Cookie passingCookie(Call call, String name, String value) {
        return new Cookie(name, value, Optional.empty(), cookieDomain, secure(call));
    }

    Cookie clearing(Call call, String name) {
        return Cookie.clearing(name, secure(call));
    }
}
