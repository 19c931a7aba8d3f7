package dev.yorozu.server.systems.discord;

import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.nio.charset.StandardCharsets;

/** The person behind a session as JSON, written by hand: this is the answer that is given most. */
final class UserJson {
    private static final String HEX = "0123456789abcdef";

    private UserJson() {}

    static Reply reply(Session session) {
        StringBuilder json = new StringBuilder(160);
        json.append("{\"ok\":true,\"loggedIn\":true,\"user\":{\"id\":");
        quote(json, session.user());
        json.append(",\"name\":");
        quote(json, session.text("name").orElse(""));
        json.append(",\"avatar\":");
        session.text("avatar").ifPresentOrElse(avatar -> quote(json, avatar), () -> json.append("null"));
        json.append("}}");
        return Reply.ownedJson(200, json.toString().getBytes(StandardCharsets.UTF_8))
                .unkept();
    }

    static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c == '\u2028' || c == '\u2029' || c == '<') {
                json.append("\\u")
                        .append(HEX.charAt(c >> 12))
                        .append(HEX.charAt(c >> 8 & 15))
                        .append(HEX.charAt(c >> 4 & 15))
                        .append(HEX.charAt(c & 15));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
