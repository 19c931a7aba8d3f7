package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** What is done with many services in one call. */
record BatchActions(Check rate, ServiceOwners owners) {
    private static final int MOST_IDS = 1000;
    private static final int MOST_ITEMS = 100;
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9-]{1,128}");

    /** Many services by their names; those that are not there are shown with zeros, texts that are no names not at all. */
    static <V> Reply get(ActionRequest request, NumberActions<V> numbers) {
        List<String> ids = request.parameters().list("ids").orElseThrow(() -> NostalgicErrors.missing("ids"));
        if (ids.size() > MOST_IDS) {
            throw NostalgicErrors.invalid("ids", "must hold at most " + MOST_IDS + " ids");
        }
        List<String> valid = ids.stream().filter(ServiceId::isValid).distinct().toList();
        Map<String, V> views = numbers.views(valid, request);
        return NostalgicJson.data(json -> {
            for (String id : valid) {
                json.writeObjectPropertyStart(id);
                V view = views.get(id);
                (view == null ? numbers.none(id) : numbers.shown(view, Audience.EVERYBODY, request)).accept(json);
                json.writeEndObject();
            }
        });
    }

    static Reply sum(ActionRequest request, Function<String, Sum> sums) {
        String prefix = request.parameters().require("prefix");
        if (!PREFIX.matcher(prefix).matches()) {
            throw NostalgicErrors.invalid("prefix", "must be the beginning of an id: a-z, 0-9 and hyphens");
        }
        Sum sum = sums.apply(prefix);
        return NostalgicJson.both(json -> {
            json.writeStringProperty("prefix", sum.prefix());
            json.writeNumberProperty("total", sum.total());
            json.writeNumberProperty("count", sum.services());
            json.writeBooleanProperty("complete", sum.complete());
        });
    }

    /** One line of what came of a batch. */
    private record Line(SiteUrl url, Creation creation) {}

    /**
     * Makes a service for each of many addresses; those that have one already are left as they are. When the quota is used up
     * on the way, what was made stays, and the rest is told of; when nothing could be made at all, the call is refused.
     */
    Reply create(ActionRequest request, Services services, ServiceOwners.Maker maker) {
        String token = request.token();
        List<Document> items = request.parameters().documents("items");
        if (items.isEmpty() || items.size() > MOST_ITEMS) {
            throw NostalgicErrors.invalid("items", "must be a list of 1 to " + MOST_ITEMS + " objects with a url");
        }
        List<SiteUrl> urls = items.stream()
                .map(item -> owners.url(item.text("url").orElse("")))
                .distinct()
                .toList();
        rate.require(request.call());
        List<Line> lines = new ArrayList<>();
        for (SiteUrl url : urls) {
            lines.add(new Line(url, owners.attempt(request, services, url, token, maker)));
        }
        if (lines.stream().allMatch(line -> line.creation() instanceof Creation.Limited)) {
            throw ServiceOwners.limited(((Creation.Limited) lines.getFirst().creation()).left());
        }
        return created(lines);
    }

    private static Reply created(List<Line> lines) {
        long created = lines.stream()
                .filter(line -> line.creation() instanceof Creation.Created)
                .count();
        return NostalgicJson.both(json -> {
            json.writeNumberProperty("created", created);
            json.writeNumberProperty("skipped", lines.size() - created);
            json.writeArrayPropertyStart("items");
            for (Line line : lines) {
                json.writeStartObject();
                json.writeStringProperty("url", line.url().text());
                switch (line.creation()) {
                    case Creation.Created made -> item(json, made.service(), "created");
                    case Creation.Existed there -> item(json, there.service(), "skipped");
                    case Creation.Refused refused -> json.writeStringProperty("status", "unauthorized");
                    case Creation.Limited limited -> json.writeStringProperty("status", "limited");
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void item(JsonGenerator json, Service service, String status) {
        json.writeStringProperty("id", service.id());
        json.writeStringProperty("status", status);
    }
}
