package dev.yorozu.server.systems.nostalgic.view;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.board.BoardView;
import dev.yorozu.nostalgic.board.Message;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Boards as JSON names them; several facts have two names or places, one for each of the earlier versions. */
public final class BoardJson {
    /** What the later version calls the three things to choose, and what was chosen. */
    private static final List<String> SELECTS = List.of("standardSelect", "incrementalSelect", "emoteSelect");

    public static final List<String> VALUES = List.of("standardValue", "incrementalValue", "emoteValue");

    private BoardJson() {}

    /** How much of an answer follows the name of the caller, which comes last: a quotation mark, and the ends of two objects. */
    public static final int BEHIND_USER = 3;

    /** @param currentUser what the caller's own messages are marked with */
    public static void write(JsonGenerator json, BoardView view, String currentUser, Audience audience) {
        Service service = view.service();
        BoardSettings settings = view.settings();
        json.writeStringProperty("id", service.id());
        json.writeStringProperty("url", service.url());
        json.writeStringProperty("title", settings.title());
        json.writeArrayPropertyStart("messages");
        for (Message message : view.messages()) {
            message(json, message, settings);
        }
        json.writeEndArray();
        pages(json, view);
        json.writeNumberProperty("messagesPerPage", view.perPage());
        json.writeNumberProperty("maxMessages", settings.maxMessages());
        json.writeObjectPropertyStart("settings");
        settings(json, settings);
        audience.webhook(json, service);
        json.writeEndObject();
        ViewJson.time(json, "lastMessage", service.last());
        json.writeStringProperty("currentUserHash", currentUser);
    }

    private static void message(JsonGenerator json, Message message, BoardSettings settings) {
        json.writeStartObject();
        json.writeStringProperty("id", message.id());
        json.writeStringProperty("author", message.author());
        json.writeStringProperty("message", message.text());
        ViewJson.time(json, "timestamp", Optional.of(message.timestamp()));
        ViewJson.text(json, "icon", message.icon());
        if (!message.selects().isEmpty()) {
            json.writeObjectPropertyStart("selects");
            message.selects().forEach(json::writeStringProperty);
            json.writeEndObject();
            values(json, message, settings);
        }
        json.writeStringProperty("authorHash", message.userHash());
        json.writeStringProperty("userHash", message.userHash());
        json.writeEndObject();
    }

    private static void values(JsonGenerator json, Message message, BoardSettings settings) {
        for (int i = 0; i < settings.selects().size(); i++) {
            String chosen = message.selects().get(settings.selects().get(i).label());
            if (chosen != null) {
                json.writeStringProperty(VALUES.get(settings.place(i)), chosen);
            }
        }
    }

    private static void pages(JsonGenerator json, BoardView view) {
        json.writeNumberProperty("totalMessages", view.totalMessages());
        json.writeNumberProperty("currentPage", view.page());
        json.writeNumberProperty("totalPages", view.totalPages());
        json.writeObjectPropertyStart("pagination");
        json.writeNumberProperty("page", view.page());
        json.writeNumberProperty("totalPages", view.totalPages());
        json.writeBooleanProperty("hasPrev", view.page() > 1);
        json.writeBooleanProperty("hasNext", view.page() < view.totalPages());
        json.writeNumberProperty("perPage", view.perPage());
        json.writeEndObject();
    }

    private static void settings(JsonGenerator json, BoardSettings settings) {
        json.writeStringProperty("title", settings.title());
        json.writeNumberProperty("maxMessages", settings.maxMessages());
        json.writeNumberProperty("messagesPerPage", settings.messagesPerPage());
        texts(json, "icons", settings.icons());
        json.writeArrayPropertyStart("selects");
        for (Select select : settings.selects()) {
            json.writeStartObject();
            select(json, select);
            json.writeEndObject();
        }
        json.writeEndArray();
        for (int place = 0; place < SELECTS.size(); place++) {
            Optional<Select> select = at(settings, place);
            if (select.isPresent()) {
                json.writeObjectPropertyStart(SELECTS.get(place));
                select(json, select.get());
                json.writeEndObject();
            } else {
                json.writeNullProperty(SELECTS.get(place));
            }
        }
    }

    private static Optional<Select> at(BoardSettings settings, int place) {
        for (int i = 0; i < settings.selects().size(); i++) {
            if (settings.place(i) == place) {
                return Optional.of(settings.selects().get(i));
            }
        }
        return Optional.empty();
    }

    private static void select(JsonGenerator json, Select select) {
        json.writeStringProperty("label", select.label());
        texts(json, "options", select.options());
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
