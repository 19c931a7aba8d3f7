package dev.yorozu.server.systems.discord;

import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.browser.SignInSite;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.listener.Sender;
import dev.yorozu.server.net.Origin;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The site that this system serves: where it is, whose pages may call it, and when its cookies need encryption. */
final class DiscordSite extends SignInSite {
    static final String CALLBACK = "/api/auth/discord/callback";

    private final String mount;
    private final Optional<Origin> siteOrigin;
    private final Optional<URI> redirectUri;
    private final Set<Origin> allowed = new HashSet<>();
    private final ClientAddress addresses;

    DiscordSite(Settings settings, ClientAddress addresses) {
        super(settings.find(DiscordSettings.SITE_ORIGIN));
        this.mount = settings.value(DiscordSettings.MOUNT);
        this.siteOrigin = settings.find(DiscordSettings.SITE_ORIGIN);
        this.redirectUri = settings.find(DiscordSettings.REDIRECT_URI);
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

    @Override
    protected boolean isSecure(Call call) {
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
}
