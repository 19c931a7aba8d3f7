package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.Sum;
import dev.yorozu.nostalgic.Visitor;
import dev.yorozu.nostalgic.counter.CounterView;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.metrics.NostalgicMetrics;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Counters: what is theirs alone. */
final class CounterTally implements Tally<CounterView> {
    private static final Counts NOTHING = new Counts(0, 0, 0, 0, 0);

    private final Counters counters;
    private final Crowds crowds;
    private final NostalgicMetrics metrics;

    CounterTally(Counters counters, Crowds crowds, NostalgicMetrics metrics) {
        this.counters = counters;
        this.crowds = crowds;
        this.metrics = metrics;
    }

    Map<String, Action> actions(Owners owners, Batches batches, CreationQuota quota) {
        TallyActions<CounterView> common = new TallyActions<>(this, owners, batches, quota);
        Map<String, Action> actions = common.all();
        actions.put("increment", request -> increment(request, common));
        return actions;
    }

    /** Counts nobody who does not see the page, and answers all the same. */
    private Reply increment(Request request, TallyActions<CounterView> common) {
        if (request.isUnseen()) {
            return common.look(request);
        }
        String id = request.id();
        Visitor visitor = request.visitor();
        crowds.admit(visitor);
        return switch (counters.visit(id, visitor)) {
            case Visit.Counted counted -> visited(request, counted.view(), false, common);
            case Visit.Repeated repeated -> visited(request, repeated.view(), true, common);
            case Visit.Limited limited -> visited(request, limited.view(), true, common);
            case Visit.Unknown unknown -> throw request.unknown(Kind.COUNTER);
        };
    }

    private Reply visited(Request request, CounterView view, boolean duplicate, TallyActions<CounterView> common) {
        metrics.visit(!duplicate);
        return Numeral.isAsked(request.parameters())
                ? common.numeral(request, Optional.of(view))
                : Answers.data(shown(view, duplicate, Audience.EVERYBODY));
    }

    @Override
    public Services services() {
        return counters.services();
    }

    @Override
    public Creation create(SiteUrl url, String token, Document settings) {
        return counters.create(url, token, settings);
    }

    @Override
    public Document settings(Parameters parameters, Document common) {
        return common;
    }

    @Override
    public Optional<CounterView> view(String id, Request request) {
        return counters.view(id);
    }

    @Override
    public Map<String, CounterView> views(List<String> ids, Request request) {
        return counters.views(ids);
    }

    @Override
    public Optional<CounterView> set(Ownership.Owned owned, long total, Request request) {
        return counters.set(owned, total);
    }

    @Override
    public Optional<CounterView> change(Ownership.Owned owned, Document settings, Request request) {
        return counters.change(owned, settings);
    }

    @Override
    public Sum sum(String prefix) {
        return counters.sum(prefix);
    }

    @Override
    public long number(CounterView view, Request request) {
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
    public String picture(String digits, Optional<CounterView> view, Theme theme) {
        return Pictures.counter(digits, theme);
    }

    @Override
    public Consumer<JsonGenerator> shown(CounterView view, Audience audience) {
        return shown(view, false, audience);
    }

    /** @param duplicate whether this visitor was counted before on this day */
    private static Consumer<JsonGenerator> shown(CounterView view, boolean duplicate, Audience audience) {
        Service service = view.service();
        return json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
            counts(json, view.counts());
            Answers.time(json, "lastVisit", service.last());
            json.writeBooleanProperty("duplicate", duplicate);
            json.writeObjectPropertyStart("settings");
            audience.webhook(json, service);
            json.writeEndObject();
        };
    }

    @Override
    public Consumer<JsonGenerator> none(String id) {
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
