package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.access.browser.SignInSite;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.net.Origin;
import java.util.Optional;

/**
 * The site that people sign in to. The names of its cookies begin with {@code __Host-}, which binds them to this host and to
 * encryption, except on plain-HTTP localhost, where browsers would not take them.
 */
final class OidcSite extends SignInSite {
    private final String mount;

    OidcSite(Optional<Origin> siteOrigin, String mount) {
        super(siteOrigin);
        this.mount = mount;
    }

    /** Where the provider sends people back to; empty when nobody said where this site is. */
    Optional<String> redirectUri(Call call) {
        return origin(call).map(origin -> origin + mount + "/callback");
    }

    /** Where the provider sends people back to who signed out there; empty when nobody said where this site is. */
    Optional<String> signedOutUri(Call call) {
        return origin(call).map(origin -> origin + mount + "/signed-out");
    }

    /** Whether the request says that it comes from a page of this site; one that says nothing does not. */
    boolean comesFromOwnPage(Call call) {
        return call.header("Origin").flatMap(Origin::exactly).equals(origin(call))
                && origin(call).isPresent();
    }

    @Override
    protected boolean isSecure(Call call) {
        return origin(call).map(Origin::isSecure).orElse(true);
    }
}
