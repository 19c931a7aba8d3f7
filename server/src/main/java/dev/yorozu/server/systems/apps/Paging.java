package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.page.Cursor;
import dev.yorozu.page.Page;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which part of a list a call asks for.
 *
 * @param list what its cursors are bound to
 */
record Paging(String list, Optional<Cursor> after, int limit) {
    private static final int USUAL = 50;
    private static final int MOST = 100;

    static Paging of(Call call) {
        String list = call.path();
        Optional<Cursor> after = call.query("cursor")
                .map(text -> Cursor.parse(text, list).orElseThrow(AppsErrors.WRONG_CURSOR::exception));
        return new Paging(list, after, call.query("limit").map(Paging::limit).orElse(USUAL));
    }

    private static int limit(String text) {
        int limit = text.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > MOST) {
            throw Problem.badRequest("A page has from 1 to " + MOST + " items: send another limit.")
                    .exception();
        }
        return limit;
    }

    /** A page under this name, and the cursor that leads on where there is more. */
    <T> Reply reply(Page<T> page, String name, Function<T, Document> document) {
        Document answer = Document.empty()
                .withAll(name, page.items().stream().map(document).toList());
        return AppsJson.reply(answer.withIfPresent("next_cursor", page.next().map(next -> next.text(list))));
    }
}
