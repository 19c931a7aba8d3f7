package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.access.browser.Visit;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Sessions;

/** Who is signed in, and signing out. */
record SessionRoutes(OidcSite site, BrowserSessions browsers, Sessions sessions, ProviderSignOut provider) {
    Reply me(Call call) {
        Visit visit = browsers.visit(call);
        return visit.cookies().apply(visit.session().map(OidcJson::user).orElseGet(OidcErrors.NOT_SIGNED_IN::reply));
    }

    /** Another site's page cannot sign anybody out. The session here ends before the provider has a part in it. */
    Reply logout(Call call) {
        if (!site.comesFromOwnPage(call)) {
            return OidcErrors.FOREIGN_PAGE.reply();
        }
        // Read at once: what cannot be understood is refused, whether anybody is signed in or not.
        boolean everywhere = BrowserSessions.isEverywhere(call);
        return browsers.logout(call, () -> everywhere, own -> sessions.endAll(own.user()), () -> provider.lead(call));
    }
}
