package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.store.Order;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Rankings as JSON names them. */
final class RankingJson {
    private RankingJson() {}

    static Consumer<JsonGenerator> shown(RankingView view, Audience audience) {
        return json -> write(json, view, audience);
    }

    static void write(JsonGenerator json, RankingView view, Audience audience) {
        Service service = view.service();
        json.writeStringProperty("id", service.id());
        json.writeStringProperty("url", service.url());
        Answers.text(json, "title", view.settings().title());
        json.writeArrayPropertyStart("entries");
        for (Entry entry : view.entries()) {
            json.writeStartObject();
            entry(json, entry);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("totalEntries", view.totalEntries());
        limits(json, view.settings());
        Answers.time(json, "lastSubmit", service.last());
        json.writeObjectPropertyStart("settings");
        Answers.text(json, "title", view.settings().title());
        limits(json, view.settings());
        audience.webhook(json, service);
        json.writeEndObject();
    }

    static void entry(JsonGenerator json, Entry entry) {
        json.writeNumberProperty("rank", entry.rank());
        json.writeStringProperty("name", entry.name());
        json.writeNumberProperty("score", entry.score());
        json.writeStringProperty("displayScore", entry.displayScore());
        Answers.time(json, "createdAt", entry.createdAt());
    }

    private static void limits(JsonGenerator json, RankingSettings settings) {
        json.writeNumberProperty("maxEntries", settings.maxEntries());
        json.writeStringProperty("sortOrder", settings.order() == Order.FALLING ? "desc" : "asc");
    }
}
