package dev.yorozu.server.systems.oidc;

import dev.yorozu.json.Document;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;

/** What this system answers in JSON. */
final class OidcJson {
    static final Document OK = Document.empty().with("ok", true);

    private OidcJson() {}

    static Reply user(Session session) {
        Document user = Document.empty()
                .with("id", session.user())
                .withIfPresent("issuer", session.text("iss"))
                .withIfPresent("subject", session.text("sub"))
                .withIfPresent("name", session.text("name"));
        return reply(OK.with("loggedIn", true).with("user", user));
    }

    static Reply reply(Document document) {
        return Reply.unkeptJson(200, document.json());
    }
}
