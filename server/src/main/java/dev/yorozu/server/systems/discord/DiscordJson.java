package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.User;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** What this system answers and keeps in JSON: it says at once whether all went well, and is kept by nobody. */
public final class DiscordJson {
    static final Document OK = Document.empty().with("ok", true);

    private DiscordJson() {}

    static Reply reply(Document document) {
        return Reply.unkeptJson(200, document.json());
    }

    /** Whether the client of a sign-in route is a program, and not a browser that shows pages. */
    static boolean isWanted(Call call) {
        return call.query("format").filter("json"::equalsIgnoreCase).isPresent() || isAccepted(call.header("Accept"));
    }

    private static boolean isAccepted(Optional<String> accept) {
        for (String range : accept.orElse("").toLowerCase(Locale.ROOT).split(",", -1)) {
            String type = range.split(";", 2)[0].strip();
            if (type.equals("application/json") || type.endsWith("+json")) {
                return true;
            }
        }
        return false;
    }

    /** The object in the body, where an empty body is an empty object; empty for anything else. */
    static Optional<Document> object(Call call) throws IOException {
        byte[] body = call.body();
        return body.length == 0 ? Optional.of(Document.empty()) : Document.parse(Bytes.wrap(body));
    }

    /** What a session keeps of a person and of what they granted. */
    public static Document attributes(User user, Grant grant, Instant asked) {
        Document person = Document.empty().with("name", user.name());
        Document attributes =
                user.avatar().map(avatar -> person.with("avatar", avatar)).orElseGet(() -> person.withNull("avatar"));
        return GrantFields.DISCORD.write(attributes, grant, asked);
    }

    /** The person behind a session, written by hand: this is the answer that is given most. */
    static Reply user(Session session) {
        StringBuilder json = new StringBuilder(160);
        json.append("{\"ok\":true,\"loggedIn\":true,\"user\":{\"id\":");
        quote(json, session.user());
        json.append(",\"name\":");
        quote(json, session.text("name").orElse(""));
        json.append(",\"avatar\":");
        session.text("avatar").ifPresentOrElse(avatar -> quote(json, avatar), () -> json.append("null"));
        json.append("}}");
        return Reply.unkeptJson(200, utf8(json));
    }

    /** Nearly always it is plain ASCII, which needs no text between. */
    private static byte[] utf8(StringBuilder text) {
        byte[] ascii = new byte[text.length()];
        for (int i = 0; i < ascii.length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return text.toString().getBytes(StandardCharsets.UTF_8);
            }
            ascii[i] = (byte) c;
        }
        return ascii;
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean quoted = c == '"' || c == '\\';
            if (quoted || c < ' ' || c == '\u2028' || c == '\u2029' || c == '<') {
                json.append(text, copied, i)
                        .append(quoted ? "\\" + c : "\\u" + HexFormat.of().toHexDigits(c));
                copied = i + 1;
            }
        }
        json.append(text, copied, text.length()).append('"');
    }
}
