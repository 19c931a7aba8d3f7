package dev.yorozu.server.doors.upstash;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.net.PercentEncoding;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A command in the path, as people write one for curl: {@code /set/greeting/hello?EX=100}. A body is the argument behind those
 * of the path, and what stands in the query, names and values by turns, comes last.
 */
final class RestPath {
    private RestPath() {}

    /** @param token the name in the query that is no argument */
    static List<Bytes> parts(Call call, String token) throws IOException {
        List<Bytes> parts = new ArrayList<>();
        call.tail().forEach(segment -> parts.add(Bytes.of(segment)));
        if (!call.isRead()) {
            byte[] body = call.body();
            if (body.length > 0) {
                parts.add(Bytes.of(body));
            }
        }
        for (String pair : call.rawQuery().split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (name.isEmpty() || name.equals(token)) {
                continue;
            }
            parts.add(Bytes.of(name));
            if (equals >= 0 && equals < pair.length() - 1) {
                parts.add(Bytes.of(decoded(pair.substring(equals + 1))));
            }
        }
        return parts;
    }

    private static String decoded(String raw) {
        return PercentEncoding.query(raw)
                .orElseThrow(() -> Problem.badRequest("The query is not percent-encoded UTF-8: encode it anew.")
                        .exception());
    }
}
