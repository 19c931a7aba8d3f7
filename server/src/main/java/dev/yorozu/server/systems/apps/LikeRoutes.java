package dev.yorozu.server.systems.apps;

import dev.yorozu.NamedLikes;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;

/** Likes of an app's own ids, one of each visitor. */
record LikeRoutes(AppsAccess access) {
    static final String ACTION = "likes";

    private static final int LONGEST_VISITOR = 1024;

    void declare(Routes routes) {
        routes.get("/apps/{app}/likes/{id}", access.reading(ACTION, LikeRoutes::count))
                .post("/apps/{app}/likes/{id}/check", access.reading(ACTION, asking(NamedLikes::get)))
                .post("/apps/{app}/likes/{id}/like", access.creating(ACTION, asking(NamedLikes::like)))
                .post("/apps/{app}/likes/{id}/unlike", access.changing(ACTION, asking(NamedLikes::unlike)))
                .post("/apps/{app}/likes/{id}/toggle", access.creating(ACTION, asking(NamedLikes::toggle)))
                .delete("/apps/{app}/likes/{id}", access.changing(ACTION, LikeRoutes::delete));
    }

    /** What a visitor asks about an id. */
    @FunctionalInterface
    private interface Question {
        NamedLikes.Likes ask(NamedLikes likes, String id, String visitor);
    }

    private static AppsAccess.Work asking(Question question) {
        return (call, app) -> visitor(call, app, question);
    }

    private static Reply visitor(Call call, OpenApp app, Question question) throws IOException {
        Fields fields = Fields.of(call);
        String visitor = fields.exact("visitor", LONGEST_VISITOR);
        fields.check();
        NamedLikes.Likes likes = question.ask(app.likes(), call.parameter("id"), visitor);
        return AppsJson.reply(Document.empty()
                .with("liked", likes.liked())
                .with("changed", likes.changed())
                .with("count", likes.count()));
    }

    private static Reply count(Call call, OpenApp app) {
        return AppsJson.reply(Document.empty().with("count", app.likes().count(call.parameter("id"))));
    }

    private static Reply delete(Call call, OpenApp app) {
        return AppsJson.flag("deleted", app.likes().delete(call.parameter("id")));
    }
}
