package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** What this interface answers. Times are RFC 3339, names are in snake_case. */
final class AppsJson {
    static final String ATTRIBUTES = "attributes";
    static final String DEVICE = "device";

    static final int LONGEST_ATTRIBUTES = 32 * 1024;

    private AppsJson() {}

    static Reply reply(int status, Document document) {
        return Reply.unkeptJson(status, document.json());
    }

    static Reply reply(Document document) {
        return reply(200, document);
    }

    /** An answer that says one thing. */
    static Reply flag(String name, boolean value) {
        return reply(Document.empty().with(name, value));
    }

    static String time(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant);
    }

    /** A session without its secret. */
    static Document session(Session session) {
        return Document.empty()
                .with("id", session.publicId())
                .with("user", session.user())
                .with(ATTRIBUTES, session.object(ATTRIBUTES).orElse(Document.empty()))
                .withIfPresent(DEVICE, session.text(DEVICE))
                .with("version", session.version())
                .with("created_at", time(session.createdAt()))
                .with("last_seen_at", time(session.lastSeenAt()))
                .with("expires_at", time(session.endsAt()));
    }

    /** An object that is kept as it is sent has so many bytes at most. */
    static void requireShort(Fields fields, String name, Optional<Document> object, int longest) {
        boolean isShort = object.isEmpty() || object.get().bytes().length() <= longest;
        fields.isFine(name, isShort, "must have at most " + longest + " bytes as JSON");
    }
}
