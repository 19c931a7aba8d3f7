package dev.yorozu.server.console;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Query;
import dev.yorozu.server.console.session.OperatorSession;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.operate.audit.AuditOperations;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.pages.Moment;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What happened, newest first, as pages and as a file. */
record AuditPages(AuditOperations operations, Pages pages, InstantSource clock) {
    static final String EXPORT = "/audit.jsonl";
    static final int ROWS = 50;
    /** A page of the log may come short; so many are asked for before a page is shown as it is. */
    private static final int MOST_READS = 20;

    Reply show(Call call, OperatorSession operator) {
        AuditFilter filter = AuditFilter.of(call);
        String cursor = call.query("cursor").orElse("");
        Instant now = clock.instant();
        EventPage found;
        try {
            found = read(filter.query(now), cursor);
        } catch (IllegalArgumentException wrongCursor) {
            EventPage newest = read(filter.query(now), "");
            return show(call, operator, 400, view(filter, newest, true, now), Optional.of(Notice.WRONG_CURSOR));
        }
        return show(call, operator, 200, view(filter, found, cursor.isEmpty(), now), Optional.empty());
    }

    private EventPage read(Query query, String cursor) {
        List<Event> events = new ArrayList<>();
        String next = cursor;
        for (int reads = 0; reads < MOST_READS; reads++) {
            EventPage page = operations.page(query, next, ROWS - events.size());
            events.addAll(page.events());
            next = page.next();
            if (next.isEmpty() || events.size() >= ROWS) {
                break;
            }
        }
        return new EventPage(events, next);
    }

    private static AuditView view(AuditFilter filter, EventPage found, boolean first, Instant now) {
        List<AuditView.Row> rows = found.events().stream()
                .map(event -> new AuditView.Row(new Moment(event.at(), now), event))
                .toList();
        return new AuditView(filter, rows, first, found.next());
    }

    private Reply show(Call call, OperatorSession operator, int status, AuditView view, Optional<Notice> notice) {
        PageContext page = pages.context(call, view.newest());
        Frame frame = new Frame("audit", operator.csrf(), notice);
        return pages.show(status, page, "console/audit.jte", Map.of("frame", frame, "audit", view));
    }

    /** All that the filter shows, one line of JSON each, written as it is read. */
    Reply export(Call call, OperatorSession operator) {
        Instant now = clock.instant();
        Query query = AuditFilter.of(call).query(now).until(now);
        return Reply.stream(200, "application/x-ndjson", out -> write(query, out))
                .with("Content-Disposition", "attachment; filename=\"yorozu-audit.jsonl\"");
    }

    private void write(Query query, OutputStream out) throws IOException {
        String cursor = "";
        do {
            EventPage page = operations.page(query, cursor, EventPage.LONGEST);
            for (Event event : page.events()) {
                out.write((OperateJson.tree(event) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            cursor = page.next();
        } while (!cursor.isEmpty());
    }
}
