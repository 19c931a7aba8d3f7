package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.Sum;
import dev.yorozu.server.http.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** What is done with many services in one call, and what all kinds answer to one that makes a service. */
final class Batches {
    private static final int MOST_IDS = 1000;
    private static final int MOST_ITEMS = 100;
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9-]{1,128}");

    private final Gcra rates;
    private final WindowPolicy rate;
    private final Owners owners;
    private final CreationQuota quota;

    Batches(Gcra rates, WindowPolicy rate, Owners owners, CreationQuota quota) {
        this.rates = rates;
        this.rate = rate;
        this.owners = owners;
        this.quota = quota;
    }

    /** The name and the address stand where each of the earlier versions looked for them. */
    static Reply created(Service service, Consumer<JsonGenerator> data) {
        return Answers.data(data, json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
        });
    }

    /** Many services by their names; those that are not there are shown with zeros, texts that are no names not at all. */
    static <V> Reply get(Request request, Tally<V> tally) {
        List<String> ids = request.parameters()
                .list("ids")
                .orElseThrow(() -> Refusals.invalid("ids", "is required").exception());
        if (ids.size() > MOST_IDS) {
            throw Refusals.invalid("ids", "must hold at most " + MOST_IDS + " ids")
                    .exception();
        }
        List<String> valid = ids.stream().filter(ServiceId::isValid).distinct().toList();
        Map<String, V> views = tally.views(valid, request);
        return Answers.data(json -> {
            for (String id : valid) {
                json.writeObjectPropertyStart(id);
                V view = views.get(id);
                (view == null ? tally.none(id) : tally.shown(view, Audience.EVERYBODY)).accept(json);
                json.writeEndObject();
            }
        });
    }

    static Reply sum(Request request, Function<String, Sum> sums) {
        String prefix = request.parameters().require("prefix");
        if (!PREFIX.matcher(prefix).matches()) {
            throw Refusals.invalid("prefix", "must be the beginning of an id: a-z, 0-9 and hyphens")
                    .exception();
        }
        Sum sum = sums.apply(prefix);
        return Answers.both(json -> {
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
    Reply create(Request request, Services services, Owners.Maker maker) {
        String token = request.token();
        List<Document> items = request.parameters().documents("items");
        if (items.isEmpty() || items.size() > MOST_ITEMS) {
            throw Refusals.invalid("items", "must be a list of 1 to " + MOST_ITEMS + " objects with a url")
                    .exception();
        }
        List<SiteUrl> urls = items.stream()
                .map(item -> owners.url(item.text("url").orElse("")))
                .distinct()
                .toList();
        Owners.limit(rates, rate, request);
        List<Line> lines = new ArrayList<>();
        Owners.Maker counted = quota.of(request, services, maker);
        for (SiteUrl url : urls) {
            lines.add(new Line(url, owners.attempt(request, services.kind(), url, token, counted)));
        }
        if (lines.stream().allMatch(line -> line.creation() instanceof Creation.Limited)) {
            throw Refusals.tooManyServices(((Creation.Limited) lines.getFirst().creation()).left())
                    .exception();
        }
        return created(lines);
    }

    private static Reply created(List<Line> lines) {
        long created = lines.stream()
                .filter(line -> line.creation() instanceof Creation.Created)
                .count();
        return Answers.both(json -> {
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
