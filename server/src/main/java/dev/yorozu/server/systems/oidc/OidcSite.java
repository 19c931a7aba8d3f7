package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.net.Origin;
import java.time.Duration;
import java.util.Optional;

/**
 * The site that people sign in to: where it is, and its two cookies. Their names begin with {@code __Host-}, which binds
 * them to this host and to encryption, except on plain-HTTP localhost, where browsers would not take them.
 */
final class OidcSite {
    private static final String PREFIX = "__Host-";
    private static final String SID = "oidc_sid";
    private static final String STATE = "oidc_state";

    private final Optional<Origin> siteOrigin;
    private final String mount;

    OidcSite(Optional<Origin> siteOrigin, String mount) {
        this.siteOrigin = siteOrigin;
        this.mount = mount;
    }

    /** Where the provider sends people back to; empty when nobody said where this site is. */
    Optional<String> redirectUri(Call call) {
        return origin(call).map(origin -> origin + mount + "/callback");
    }

    private Optional<Origin> origin(Call call) {
        return siteOrigin.or(
                () -> call.host().flatMap(host -> Origin.host("http", host)).filter(Origin::isLoopback));
    }

    /** Whether the request says that it comes from a page of this site; one that says nothing does not. */
    boolean comesFromOwnPage(Call call) {
        return call.header("Origin").flatMap(Origin::exactly).equals(origin(call))
                && origin(call).isPresent();
    }

    private boolean secure(Call call) {
        return origin(call).map(Origin::isSecure).orElse(true);
    }

    private String name(Call call, String bare) {
        return secure(call) ? PREFIX + bare : bare;
    }

    Optional<String> sid(Call call) {
        return call.cookie(name(call, SID));
    }

    Optional<String> state(Call call) {
        return call.cookie(name(call, STATE));
    }

    Reply withSid(Reply reply, Call call, String sid, Duration life) {
        return reply.with(cookie(call, SID, sid, life));
    }

    Reply withoutSid(Reply reply, Call call) {
        return reply.with(cookie(call, SID, "", Duration.ZERO));
    }

    Reply withState(Reply reply, Call call, String state, Duration life) {
        return reply.with(cookie(call, STATE, state, life));
    }

    Reply withoutState(Reply reply, Call call) {
        return reply.with(cookie(call, STATE, "", Duration.ZERO));
    }

    private Cookie cookie(Call call, String bare, String value, Duration life) {
        return new Cookie(name(call, bare), value, Optional.of(life), Optional.empty(), secure(call));
    }
}
