package dev.yorozu.server.upgrade.filled;

import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.store.testkit.HeldClock;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Visitors of pages with a counter, a like button, a ranking and a board. */
final class NostalgicFilling extends Filling {
    static final String PAGE = "https://page.example/";
    static final String TOKEN = "the token of the owner";

    NostalgicFilling(AllSystems site, Holdings holdings, HeldClock clock) {
        super(site, holdings, clock);
    }

    /** Calls with these names and values in the query. */
    static Reply call(Client client, String path, String... pairs) {
        StringBuilder query = new StringBuilder(path);
        for (int i = 0; i < pairs.length; i += 2) {
            query.append(i == 0 ? '?' : '&').append(pairs[i]).append('=');
            query.append(URLEncoder.encode(pairs[i + 1], StandardCharsets.UTF_8));
        }
        return client.get(query.toString());
    }

    private String made(String path) {
        String id = call(client(), path, "action", "create", "url", PAGE, "token", TOKEN)
                .ok()
                .json()
                .required("data")
                .required("id")
                .asString();
        holdings.put("nostalgic" + path.replace('/', '.'), id);
        return id;
    }

    @Override
    void longAgo() {
        String counter = made("/visit");
        made("/like");
        made("/ranking");
        made("/bbs");
        call(client(), "/visit", "action", "increment", "id", counter).ok();
    }

    @Override
    void earlier() {
        Client visitor = client();
        call(visitor, "/visit", "action", "increment", "id", holdings.get("nostalgic.visit"))
                .ok();
        call(client(), "/visit", "action", "increment", "id", holdings.get("nostalgic.visit"))
                .ok();
        call(visitor, "/like", "action", "toggle", "id", holdings.get("nostalgic.like"))
                .ok();
        call(client(), "/like", "action", "toggle", "id", holdings.get("nostalgic.like"))
                .ok();
        holdings.put("nostalgic.visitor", visitor.address());
        for (int i = 1; i <= 3; i++) {
            call(
                            client(),
                            "/ranking",
                            "action",
                            "submit",
                            "id",
                            holdings.get("nostalgic.ranking"),
                            "name",
                            "P" + i,
                            "score",
                            "" + i * 10)
                    .ok();
        }
    }

    @Override
    void justNow() {
        Reply posted = call(client(), "/bbs", "action", "post", "id", holdings.get("nostalgic.bbs"), "message", "first")
                .ok();
        holdings.put("nostalgic.message", posted.text("messageId"));
        holdings.put("nostalgic.editToken", posted.text("editToken"));
        call(client(), "/bbs", "action", "post", "id", holdings.get("nostalgic.bbs"), "message", "second")
                .ok();
    }
}
