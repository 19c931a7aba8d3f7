package dev.yorozu.server.systems.apps;

import dev.yorozu.NamedBoards.Message;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;

/** Boards of an app's own ids: messages, of which the newest are kept. Who may say what is for the app to decide. */
record BoardRoutes(AppsAccess access) {
    static final String ACTION = "boards";

    private static final int LONGEST_AUTHOR = 256;
    private static final int LONGEST_TEXT = 8192;
    private static final String MESSAGES = "/apps/{app}/boards/{id}/messages";

    void declare(Routes routes) {
        routes.post(MESSAGES, access.creating(ACTION, BoardRoutes::post))
                .get(MESSAGES, access.reading(ACTION, BoardRoutes::list))
                .get(MESSAGES + "/{message}", access.reading(ACTION, BoardRoutes::find))
                .post(MESSAGES + "/{message}/edit", access.changing(ACTION, BoardRoutes::edit))
                .delete(MESSAGES + "/{message}", access.changing(ACTION, BoardRoutes::remove))
                .delete("/apps/{app}/boards/{id}", access.changing(ACTION, BoardRoutes::delete));
    }

    private static Reply post(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String author = fields.exact("author", LONGEST_AUTHOR);
        String text = fields.secret("text", LONGEST_TEXT);
        fields.check();
        return AppsJson.reply(201, message(app.boards().post(call.parameter("id"), author, text)));
    }

    private static Reply list(Call call, OpenApp app) {
        Paging paging = Paging.of(call);
        return paging.reply(
                app.boards().page(call.parameter("id"), paging.limit(), paging.after()),
                "messages",
                BoardRoutes::message);
    }

    private static Reply find(Call call, OpenApp app) {
        return AppsJson.reply(app.boards()
                .find(call.parameter("id"), call.parameter("message"))
                .map(BoardRoutes::message)
                .orElseThrow(AppsErrors.NO_MESSAGE::exception));
    }

    private static Reply edit(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String text = fields.secret("text", LONGEST_TEXT);
        fields.check();
        return AppsJson.reply(app.boards()
                .edit(call.parameter("id"), call.parameter("message"), text)
                .map(BoardRoutes::message)
                .orElseThrow(AppsErrors.NO_MESSAGE::exception));
    }

    private static Reply remove(Call call, OpenApp app) {
        return AppsJson.flag("removed", app.boards().remove(call.parameter("id"), call.parameter("message")));
    }

    private static Reply delete(Call call, OpenApp app) {
        return AppsJson.flag("deleted", app.boards().delete(call.parameter("id")));
    }

    private static Document message(Message message) {
        return Document.empty()
                .with("id", message.id())
                .with("author", message.author())
                .with("text", message.text())
                .with("posted_at", AppsJson.time(message.postedAt()))
                .withIfPresent("edited_at", message.editedAt().map(AppsJson::time));
    }
}
