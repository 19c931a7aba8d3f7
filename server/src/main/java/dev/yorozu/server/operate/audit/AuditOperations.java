package dev.yorozu.server.operate.audit;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Within;
import dev.yorozu.server.operate.users.UserAliases;

/** What an operator can ask of the audit log. A user is asked about by any name. */
public record AuditOperations(AuditLog log, UserAliases aliases) {
    /** One page of the audit log, newest first. */
    public static final Operation<AuditRequest, EventPage> LIST =
            Operation.post("/audit/list", AuditRequest.class, EventPage.class);

    /**
     * Which events are asked for; what is empty does not narrow.
     *
     * @param kind the word of a kind
     * @param since an instant in ISO 8601, as {@code until}
     * @param cursor empty at first
     */
    public record AuditRequest(
            String kind,
            String user,
            String since,
            String until,
            String cursor,
            @Within(least = 1, most = EventPage.LONGEST) int limit) {
        private Query query() {
            Query query = Query.ALL;
            if (!kind.isEmpty()) {
                query = query.of(
                        Kind.of(kind).orElseThrow(() -> new InvalidRequest("There is no such kind of event.")));
            }
            if (!user.isEmpty()) {
                query = query.by(user);
            }
            if (!since.isEmpty()) {
                query = query.since(InvalidRequest.requireInstant("since", since));
            }
            return until.isEmpty() ? query : query.until(InvalidRequest.requireInstant("until", until));
        }
    }

    public void bind(LocalOperations operations) {
        operations.on(LIST, this::list);
    }

    private EventPage list(AuditRequest request) {
        Query query = request.query();
        try {
            return page(query, request.cursor(), request.limit());
        } catch (IllegalArgumentException wrongCursor) {
            throw InvalidRequest.answer("The cursor is not one of this query: begin anew.");
        }
    }

    /**
     * One page, newest first; the cursor is empty at first.
     *
     * @throws IllegalArgumentException when the cursor is not one of this query
     */
    public EventPage page(Query query, String cursor, int limit) {
        return log.page(aliases.everyName(query), cursor, limit);
    }
}
