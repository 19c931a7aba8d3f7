package dev.yorozu.server.operate.statistics;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.transport.Progress;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The statistics table of the user API: category, keys, memory, mean life. Answers from the last count, or from a fresh
 * one with {@code fresh=true}; {@code system} narrows it to one system. Who may ask is decided where it is mounted.
 */
public record StatisticsEndpoint(Census census) implements Endpoint {
    private static final double MILLIS = 1000;
    private static final List<String> SPREAD = List.of("minute", "hour", "day", "month", "longer");

    @Override
    public Reply answer(Call call) {
        boolean fresh = call.query("fresh").orElse("false").equals("true");
        Optional<String> system = call.query("system").filter(name -> !name.isEmpty());
        Reading reading = census.reading(fresh, Progress.NONE);
        return Reply.json(200, json(system.map(reading::of).orElse(reading)))
                .unkept()
                .compressible();
    }

    private static ObjectNode json(Reading reading) {
        Statistics statistics = reading.statistics();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("as_of", reading.asOf().toString())
                .put("took_seconds", reading.took().toMillis() / MILLIS)
                .put("complete", reading.complete());
        reading.setback()
                .ifPresent(setback -> json.putObject("failed")
                        .put("at", setback.at().toString())
                        .put("detail", setback.message()));
        amounts(json, statistics);
        ArrayNode caches = json.putArray("caches");
        reading.caches().forEach(cache -> cache(caches.addObject(), cache));
        return json;
    }

    private static void amounts(ObjectNode json, Statistics statistics) {
        ArrayNode categories = json.putArray("categories");
        statistics.byCategory().forEach(total -> {
            ObjectNode one =
                    categories.addObject().put("category", total.category().id());
            amount(one, total);
        });
        amount(json.putObject("total"), statistics.total());
        ArrayNode systems = json.putArray("systems");
        statistics.bySystem().forEach(total -> {
            ObjectNode one = systems.addObject().put("system", total.owner());
            amount(one.put("category", total.category().id()), total);
        });
        ArrayNode patterns = json.putArray("keys");
        statistics.all().forEach(row -> {
            ObjectNode one = patterns.addObject().put("system", row.owner());
            amount(one.put("category", row.category().id()).put("key", row.pattern()), row);
        });
    }

    private static void amount(ObjectNode json, Amount amount) {
        Spread spread = amount.spread();
        json.put("keys", amount.keys())
                .put("memory_bytes", amount.bytes())
                .put("memory_bytes_per_key", amount.bytesPerKey())
                .put("mean_ttl_seconds", spread.meanMillis() / MILLIS);
        ObjectNode ttl = json.putObject("ttl").put("none", spread.endless());
        for (int i = 0; i < SPREAD.size(); i++) {
            ttl.put(SPREAD.get(i), spread.ending().get(i));
        }
    }

    private static void cache(ObjectNode json, CacheUse cache) {
        json.put("cache", cache.name()).put("hits", cache.hits()).put("misses", cache.misses());
        cache.hitRate().ifPresent(rate -> json.put("hit_rate", rate));
    }
}
