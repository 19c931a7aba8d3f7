package dev.yorozu.server.access.browser;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import dev.yorozu.server.net.Origin;
import java.time.Duration;
import java.util.Optional;

/** The site that people sign in to: where it is, and how its cookies are set. */
public abstract class SignInSite {
    private final Optional<Origin> origin;

    /** @param origin where the site is; empty when nobody said so */
    protected SignInSite(Optional<Origin> origin) {
        this.origin = origin;
    }

    /** The origin that people see: the one that was set, or this machine itself when it was asked under such a name. */
    public final Optional<Origin> origin(Call call) {
        return origin.or(() -> asked(call).filter(Origin::isLoopback));
    }

    /** The host that was asked, under the scheme that it was asked by. */
    protected static Optional<Origin> asked(Call call) {
        return call.host().flatMap(host -> Origin.host(call.isEncrypted() ? "https" : "http", host));
    }

    /** Whether the cookies of a reply need encryption, as they do everywhere but on this machine itself. */
    protected abstract boolean isSecure(Call call);

    /** The name of a cookie that no other host of the site can set, which browsers see to where there is encryption. */
    public final String boundToHost(Call call, String name) {
        return isSecure(call) ? "__Host-" + name : name;
    }

    /** A cookie of the answering host. */
    public final Cookie cookie(Call call, String name, String value, Duration life) {
        return new Cookie(name, value, Optional.of(life), Optional.empty(), isSecure(call));
    }

    /** A cookie that ends with the browser, for a domain where one is given. */
    final Cookie passingCookie(Call call, String name, String value, Optional<String> domain) {
        return new Cookie(name, value, Optional.empty(), domain, isSecure(call));
    }

    /** A cookie that makes the browser forget the one of this name. */
    public final Cookie clearing(Call call, String name) {
        return Cookie.clearing(name, isSecure(call));
    }
}
