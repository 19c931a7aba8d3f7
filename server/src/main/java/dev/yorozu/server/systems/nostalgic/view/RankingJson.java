package dev.yorozu.server.systems.nostalgic.view;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ranking.Entry;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.store.Order;
import tools.jackson.core.JsonGenerator;

/** Rankings as JSON names them. */
public final class RankingJson {
    private RankingJson() {}

    public static void write(JsonGenerator json, RankingView view, Audience audience) {
        Service service = view.service();
        json.writeStringProperty("id", service.id());
        json.writeStringProperty("url", service.url());
        ViewJson.text(json, "title", view.settings().title());
        json.writeArrayPropertyStart("entries");
        for (Entry entry : view.entries()) {
            json.writeStartObject();
            entry(json, entry);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("totalEntries", view.totalEntries());
        limits(json, view.settings());
        ViewJson.time(json, "lastSubmit", service.last());
        json.writeObjectPropertyStart("settings");
        ViewJson.text(json, "title", view.settings().title());
        limits(json, view.settings());
        audience.webhook(json, service);
        json.writeEndObject();
    }

    public static void entry(JsonGenerator json, Entry entry) {
        json.writeNumberProperty("rank", entry.rank());
        json.writeStringProperty("name", entry.name());
        json.writeNumberProperty("score", entry.score());
        json.writeStringProperty("displayScore", entry.displayScore());
        ViewJson.time(json, "createdAt", entry.createdAt());
    }

    private static void limits(JsonGenerator json, RankingSettings settings) {
        json.writeNumberProperty("maxEntries", settings.maxEntries());
        json.writeStringProperty("sortOrder", settings.order() == Order.FALLING ? "desc" : "asc");
    }
}
