package dev.yorozu.server.admin;

import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of the audit log and of sessions: between server and commands, and what commands print and export. */
public final class AuditJson {
    private AuditJson() {}

    public static ObjectNode json(Event event) {
        ObjectNode json = OperationsJson.object()
                .put("at", event.at().toString())
                .put("kind", event.kind().word())
                .put("system", event.system())
                .put("action", event.action());
        event.user().ifPresent(user -> json.put("user", user));
        event.client().ifPresent(client -> json.put("client", client));
        return json.put("subject", event.subject())
                .put("reference", event.reference())
                .put("outcome", event.outcome());
    }

    private static Event event(JsonNode json) {
        return new Event(
                Instant.parse(text(json, "at")),
                Kind.of(text(json, "kind")).orElseThrow(() -> new RemoteFault("The server is of another version")),
                text(json, "system"),
                text(json, "action"),
                optional(json, "user"),
                optional(json, "client"),
                text(json, "subject"),
                text(json, "reference"),
                text(json, "outcome"));
    }

    static ObjectNode json(EventPage page) {
        ObjectNode json = OperationsJson.object();
        ArrayNode events = json.putArray("events");
        page.events().forEach(event -> events.add(json(event)));
        return json.put("next", page.next());
    }

    static EventPage page(JsonNode json) {
        List<Event> events = new ArrayList<>();
        json.required("events").forEach(event -> events.add(event(event)));
        return new EventPage(events, text(json, "next"));
    }

    /** What to send in order to ask; an end of time that is not given is left out. */
    static ObjectNode json(Query query) {
        ObjectNode json = OperationsJson.object();
        query.kind().ifPresent(kind -> json.put("kind", kind.word()));
        query.user().ifPresent(user -> json.put("user", user));
        if (query.since().isAfter(Instant.MIN)) {
            json.put("since", query.since().toString());
        }
        if (query.until().isBefore(Instant.MAX)) {
            json.put("until", query.until().toString());
        }
        return json;
    }

    public static ObjectNode json(SessionLine line) {
        ObjectNode json = OperationsJson.object()
                .put("system", line.system())
                .put("id", line.id())
                .put("created", line.created().toString())
                .put("lastSeen", line.lastSeen().toString())
                .put("ends", line.ends().toString());
        OperationsJson.putDevice(json, line.client(), line.os());
        return json;
    }

    static ObjectNode json(List<SessionLine> lines) {
        ObjectNode json = OperationsJson.object();
        ArrayNode sessions = json.putArray("sessions");
        lines.forEach(line -> sessions.add(json(line)));
        return json;
    }

    static List<SessionLine> sessions(JsonNode json) {
        List<SessionLine> lines = new ArrayList<>();
        json.required("sessions")
                .forEach(line -> lines.add(new SessionLine(
                        text(line, "system"),
                        text(line, "id"),
                        Instant.parse(text(line, "created")),
                        Instant.parse(text(line, "lastSeen")),
                        Instant.parse(text(line, "ends")),
                        optional(line, "client").orElse(""),
                        optional(line, "os").orElse(""))));
        return lines;
    }

    private static String text(JsonNode json, String field) {
        return json.required(field).stringValue();
    }

    private static Optional<String> optional(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).map(JsonNode::stringValue);
    }
}
