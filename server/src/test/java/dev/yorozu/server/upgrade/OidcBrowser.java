package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;

/** A browser at the site that people sign in to with a provider of OpenID Connect. */
record OidcBrowser(Client client) {
    Reply start() {
        return client.get("/oidc/start");
    }

    /** Goes where a started sign-in leads; gives the address that the provider sends the browser back to. */
    String toProvider(Reply started) {
        return client.get(started.header("Location")).is(302).header("Location");
    }

    Reply callback(String address) {
        return client.get(address);
    }

    Reply me() {
        return client.get("/oidc/me");
    }

    Reply logout() {
        return client.call("POST", "/oidc/logout", "Origin", client.site().toString());
    }
}
