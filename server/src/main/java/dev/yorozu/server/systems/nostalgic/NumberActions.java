package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.image.Numeral;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** What can be done with services that show one number: counters and likes. */
abstract class NumberActions<V> extends ServiceActions<V> {
    private static final int MOST = 999_999_999;

    private final BatchActions batches;

    NumberActions(Services services, ServiceOwners owners, BatchActions batches) {
        super(services, owners);
        this.batches = batches;
    }

    @Override
    Map<String, Action> all() {
        Map<String, Action> actions = super.all();
        actions.put("display", this::display);
        actions.put("set", this::set);
        actions.put("update", this::update);
        actions.put("updateSettings", this::update);
        actions.put("sumByPrefix", request -> BatchActions.sum(request, this::sum));
        actions.put("batchGet", request -> BatchActions.get(request, this));
        actions.put(
                "batchCreate",
                request -> batches.create(request, services, (url, token) -> create(url, token, Document.empty())));
        return actions;
    }

    abstract Creation create(SiteUrl url, String token, Document settings);

    /** The settings that only this kind has, as far as a call names them, added to those that all have. */
    Document settings(Parameters parameters, Document common) {
        return common;
    }

    abstract Optional<V> view(String id, ActionRequest request);

    abstract Map<String, V> views(List<String> ids, ActionRequest request);

    abstract Optional<V> set(Ownership.Owned owned, long total, ActionRequest request);

    abstract Optional<V> change(Ownership.Owned owned, Document settings, ActionRequest request);

    abstract Sum sum(String prefix);

    /** What is shown of a service that is not there. */
    abstract Consumer<JsonGenerator> none(String id);

    /** The number that the call asks for. */
    abstract long number(V view, ActionRequest request);

    abstract String picture(String digits, Optional<V> view, Theme theme);

    @Override
    Reply create(ActionRequest request) {
        Document settings = settings(request.parameters(), owners.firstSettings(request.parameters()));
        return created(request, (url, token) -> create(url, token, settings), id -> view(id, request));
    }

    @Override
    Reply get(ActionRequest request) {
        return request.isOwners()
                ? asOwner(request, owned -> view(owned.service().id(), request))
                : look(request);
    }

    /** As for {@link #get} by a visitor. */
    final Reply look(ActionRequest request) {
        return request.asksForNumeral() ? display(request) : asVisitor(request, id -> view(id, request));
    }

    /** Answers whatever comes, because it stands in pages as a picture. */
    private Reply display(ActionRequest request) {
        try {
            return numeral(request, request.possibleId().flatMap(id -> view(id, request)));
        } catch (StoreException fault) {
            Numeral numeral = request.numeral();
            return drawn(request, numeral, numeral.dashes(), Optional.empty());
        }
    }

    /** The number alone, in the form that the call asks for. */
    final Reply numeral(ActionRequest request, Optional<V> view) {
        Numeral numeral = request.numeral();
        long number = view.map(each -> number(each, request)).orElse(0L);
        return drawn(request, numeral, numeral.padded(number), view);
    }

    private Reply drawn(ActionRequest request, Numeral numeral, String digits, Optional<V> view) {
        return switch (numeral.form()) {
            case IMAGE -> NostalgicJson.picture(picture(digits, view, numeral.theme()));
            case TEXT -> NostalgicJson.text(digits);
            case JSON ->
                NostalgicJson.pretty(view.map(each -> shown(each, Audience.EVERYBODY, request))
                        .orElseGet(() -> none(request.possibleId().orElse(""))));
        };
    }

    private Reply set(ActionRequest request) {
        int total = request.parameters().requireNumber(0, MOST, "total", "value");
        return asOwner(request, owned -> set(owned, total, request));
    }

    /** Sets the total, the settings, or both, as far as the call names them. */
    private Reply update(ActionRequest request) {
        Optional<Integer> total = request.parameters().number(0, MOST, "total", "value");
        Document settings = settings(request.parameters(), owners.settings(request.parameters()));
        return asOwner(
                request,
                owned -> total.isPresent() && set(owned, total.get(), request).isEmpty()
                        ? Optional.empty()
                        : change(owned, settings, request));
    }
}
