package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.CounterView;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.metrics.NostalgicMetrics;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import dev.yorozu.server.systems.nostalgic.view.ViewJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** What can be done with counters. */
final class CounterActions extends NumberActions<CounterView> {
    private static final Counts NOTHING = new Counts(0, 0, 0, 0, 0);

    private final Counters counters;
    private final VisitLimiter limiter;
    private final NostalgicMetrics metrics;

    CounterActions(
            Counters counters,
            ServiceOwners owners,
            BatchActions batches,
            VisitLimiter limiter,
            NostalgicMetrics metrics) {
        super(counters.services(), owners, batches);
        this.counters = counters;
        this.limiter = limiter;
        this.metrics = metrics;
    }

    @Override
    Map<String, Action> all() {
        Map<String, Action> actions = super.all();
        actions.put("increment", this::increment);
        return actions;
    }

    /** Counts nobody who does not see the page, and answers all the same. */
    private Reply increment(ActionRequest request) {
        if (request.isUnseen()) {
            return look(request);
        }
        String id = request.id();
        Visitor visitor = request.visitor();
        limiter.requireVisit(visitor);
        return switch (counters.visit(id, visitor)) {
            case Visit.Counted counted -> visited(request, counted.view(), false);
            case Visit.Repeated repeated -> visited(request, repeated.view(), true);
            case Visit.Limited limited -> visited(request, limited.view(), true);
            case Visit.Unknown unknown -> throw request.unknown(Kind.COUNTER);
        };
    }

    private Reply visited(ActionRequest request, CounterView view, boolean duplicate) {
        metrics.visit(!duplicate);
        return request.asksForNumeral()
                ? numeral(request, Optional.of(view))
                : NostalgicJson.data(shown(view, duplicate, Audience.EVERYBODY));
    }

    @Override
    Creation create(SiteUrl url, String token, Document settings) {
        return counters.create(url, token, settings);
    }

    @Override
    Optional<CounterView> view(String id, ActionRequest request) {
        return counters.view(id);
    }

    @Override
    Map<String, CounterView> views(List<String> ids, ActionRequest request) {
        return counters.views(ids);
    }

    @Override
    Optional<CounterView> set(Ownership.Owned owned, long total, ActionRequest request) {
        return counters.set(owned, total);
    }

    @Override
    Optional<CounterView> change(Ownership.Owned owned, Document settings, ActionRequest request) {
        return counters.change(owned, settings);
    }

    @Override
    Sum sum(String prefix) {
        return counters.sum(prefix);
    }

    @Override
    long number(CounterView view, ActionRequest request) {
        Counts counts = view.counts();
        return switch (request.parameters().find("type").orElse("total")) {
            case "today" -> counts.today();
            case "yesterday" -> counts.yesterday();
            case "week" -> counts.week();
            case "month" -> counts.month();
            default -> counts.total();
        };
    }

    @Override
    String picture(String digits, Optional<CounterView> view, Theme theme) {
        return Pictures.counter(digits, theme);
    }

    @Override
    Consumer<JsonGenerator> shown(CounterView view, Audience audience, ActionRequest request) {
        return shown(view, false, audience);
    }

    /** @param duplicate whether this visitor was counted before on this day */
    private static Consumer<JsonGenerator> shown(CounterView view, boolean duplicate, Audience audience) {
        Service service = view.service();
        return json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
            counts(json, view.counts());
            ViewJson.time(json, "lastVisit", service.last());
            json.writeBooleanProperty("duplicate", duplicate);
            json.writeObjectPropertyStart("settings");
            audience.webhook(json, service);
            json.writeEndObject();
        };
    }

    @Override
    Consumer<JsonGenerator> none(String id) {
        return json -> {
            json.writeStringProperty("id", id);
            counts(json, NOTHING);
        };
    }

    private static void counts(JsonGenerator json, Counts counts) {
        json.writeNumberProperty("total", counts.total());
        json.writeNumberProperty("today", counts.today());
        json.writeNumberProperty("yesterday", counts.yesterday());
        json.writeNumberProperty("week", counts.week());
        json.writeNumberProperty("month", counts.month());
    }
}
