package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.server.http.Reply;

/** The replies that the routes of this system share: JSON that says at once whether all went well, and is never kept. */
final class Answers {
    private static final Document OK = Document.empty().with("ok", true);
    private static final Document NOT_OK = Document.empty().with("ok", false);

    private Answers() {}

    static Document ok() {
        return OK;
    }

    static Reply json(int status, Document document) {
        return Reply.ownedJson(status, document.bytes().toArray()).unkept();
    }

    static Reply error(int status, String error) {
        return json(status, NOT_OK.with("error", error));
    }

    static Reply error(int status, String error, String codeField, String code) {
        return json(status, NOT_OK.with("error", error).with(codeField, code));
    }

    static Reply text(int status, String text) {
        return Reply.text(status, text).unkept();
    }
}
