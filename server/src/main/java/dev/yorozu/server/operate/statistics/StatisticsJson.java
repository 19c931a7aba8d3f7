package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.Category;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.store.Bytes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a count: what the admin interface sends, what commands print, and what servers share. */
public final class StatisticsJson {
    private StatisticsJson() {}

    public static ObjectNode json(Reading reading) {
        Statistics statistics = reading.statistics();
        ObjectNode json = object().put("asOf", reading.asOf().toString())
                .put("tookMillis", reading.took().toMillis())
                .put("complete", reading.complete());
        reading.setback()
                .ifPresent(setback -> json.putObject("setback")
                        .put("at", setback.at().toString())
                        .put("message", setback.message()));
        json.put("keys", statistics.keys()).put("bytes", statistics.bytes());
        ArrayNode categories = json.putArray("categories");
        statistics.byCategory().forEach(total -> amount(category(categories.addObject(), total), total));
        ArrayNode systems = json.putArray("systems");
        statistics
                .bySystem()
                .forEach(total -> amount(category(systems.addObject().put("owner", total.owner()), total), total));
        ArrayNode patterns = json.putArray("patterns");
        statistics.rows().forEach(row -> patterns.add(json(row)));
        json.set("unknown", json(statistics.unknown()));
        caches(json.putArray("caches"), reading.caches());
        return json;
    }

    private static ObjectNode category(ObjectNode json, Statistics.Total total) {
        return json.put("category", total.category().id());
    }

    private static ObjectNode json(Statistics.Row row) {
        ObjectNode json = object().put("owner", row.owner())
                .put("category", row.category().id())
                .put("pattern", row.pattern());
        amount(json, row);
        return json;
    }

    private static void amount(ObjectNode json, Amount amount) {
        Spread spread = amount.spread();
        json.put("keys", amount.keys())
                .put("bytes", amount.bytes())
                .put("bytesPerKey", amount.bytesPerKey())
                .put("endless", spread.endless());
        ObjectNode ending = json.putObject("ending");
        for (int i = 0; i < Spread.NAMES.size(); i++) {
            ending.put(Spread.NAMES.get(i), spread.ending().get(i));
        }
        json.put("meanLifeMillis", spread.meanMillis());
    }

    private static void caches(ArrayNode json, List<CacheUse> caches) {
        for (CacheUse cache : caches) {
            ObjectNode one = json.addObject()
                    .put("name", cache.name())
                    .put("hits", cache.hits())
                    .put("misses", cache.misses());
            cache.hitRate().ifPresent(rate -> one.put("hitRate", rate));
        }
    }

    /** The count that was written so; throws {@link JacksonException} or {@link DateTimeException} for anything else. */
    public static Reading reading(JsonNode json) {
        List<Statistics.Row> rows = new ArrayList<>();
        json.required("patterns").forEach(row -> rows.add(row(row)));
        List<CacheUse> caches = new ArrayList<>();
        json.required("caches").forEach(cache -> caches.add(cache(cache)));
        return new Reading(
                new Statistics(rows, row(json.required("unknown"))),
                Instant.parse(json.required("asOf").stringValue()),
                Duration.ofMillis(json.required("tookMillis").longValue()),
                json.required("complete").booleanValue(),
                Optional.ofNullable(json.get("setback")).map(StatisticsJson::setback),
                caches);
    }

    /** The count in these bytes; empty when they are of a form that this version does not know. */
    static Optional<Reading> find(Bytes bytes) {
        try {
            return Optional.of(reading(JsonMapper.shared().readTree(bytes.text())));
        } catch (JacksonException | DateTimeException | IllegalArgumentException other) {
            return Optional.empty();
        }
    }

    private static Setback setback(JsonNode json) {
        return new Setback(
                Instant.parse(json.required("at").stringValue()),
                json.required("message").stringValue());
    }

    private static CacheUse cache(JsonNode json) {
        return new CacheUse(
                json.required("name").stringValue(),
                json.required("hits").longValue(),
                json.required("misses").longValue());
    }

    private static Statistics.Row row(JsonNode json) {
        List<Long> ending = Spread.NAMES.stream()
                .map(name -> json.required("ending").required(name).longValue())
                .toList();
        Spread spread = new Spread(
                json.required("endless").longValue(),
                ending,
                json.required("meanLifeMillis").longValue());
        return new Statistics.Row(
                json.required("owner").stringValue(),
                Category.of(json.required("category").stringValue()),
                json.required("pattern").stringValue(),
                json.required("keys").longValue(),
                json.required("bytes").longValue(),
                spread);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
