package dev.yorozu.server.console;

import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * Which events an operator wants to see; what is empty does not narrow.
 *
 * @param kind the word of a kind
 * @param since how far back, one of {@link #spans}
 */
public record AuditFilter(String kind, String user, String since) {
    private static final SequencedMap<String, Duration> SPANS = new LinkedHashMap<>();

    static {
        SPANS.put("1h", Duration.ofHours(1));
        SPANS.put("1d", Duration.ofDays(1));
        SPANS.put("7d", Duration.ofDays(7));
        SPANS.put("90d", Duration.ofDays(90));
    }

    /** The filter in a call's query; one that no page of ours makes ends the call with status 400. */
    static AuditFilter of(Call call) {
        AuditFilter filter = new AuditFilter(
                call.query("kind").orElse(""),
                call.query("user").orElse("").strip(),
                call.query("since").orElse(""));
        if (!filter.kind.isEmpty() && Kind.of(filter.kind).isEmpty()) {
            throw Problem.badRequest("There is no such kind of event.").exception();
        }
        if (!filter.since.isEmpty() && !SPANS.containsKey(filter.since)) {
            throw Problem.badRequest("Give since as one of 1h, 1d, 7d, 90d.").exception();
        }
        return filter;
    }

    public List<String> kinds() {
        return Stream.of(Kind.values()).map(Kind::word).toList();
    }

    public List<String> spans() {
        return List.copyOf(SPANS.keySet());
    }

    Query query(Instant now) {
        Query query = Kind.of(kind).map(Query.ALL::of).orElse(Query.ALL);
        if (!user.isEmpty()) {
            query = query.by(user);
        }
        Duration span = SPANS.get(since);
        return span == null ? query : query.since(now.minus(span));
    }

    /** The address of a page under this filter. */
    public String target(String path) {
        return target(path, "");
    }

    public String target(String path, String cursor) {
        StringBuilder query = new StringBuilder();
        add(query, "kind", kind);
        add(query, "user", user);
        add(query, "since", since);
        add(query, "cursor", cursor);
        return path + query;
    }

    private static void add(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append(query.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }
}
