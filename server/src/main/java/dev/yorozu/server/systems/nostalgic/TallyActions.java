package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What can be done with counters and likes alike. */
final class TallyActions<V> {
    private static final long MOST = 999_999_999;

    private final Tally<V> tally;
    private final Owners owners;
    private final Batches batches;
    private final CreationQuota quota;
    private final Kind kind;

    TallyActions(Tally<V> tally, Owners owners, Batches batches, CreationQuota quota) {
        this.tally = tally;
        this.owners = owners;
        this.batches = batches;
        this.quota = quota;
        this.kind = tally.services().kind();
    }

    Map<String, Action> all() {
        Map<String, Action> actions = new LinkedHashMap<>();
        actions.put("create", this::create);
        actions.put("get", this::get);
        actions.put("display", this::display);
        actions.put("set", this::set);
        actions.put("update", this::update);
        actions.put("updateSettings", this::update);
        actions.put("delete", request -> owners.delete(request, tally.services()));
        actions.put("webhookSecret", request -> owners.webhookSecret(request, tally.services()));
        actions.put("sumByPrefix", request -> Batches.sum(request, tally::sum));
        actions.put("batchGet", request -> Batches.get(request, tally));
        actions.put("batchCreate", request -> batches.create(request, tally.services(), this::made));
        return actions;
    }

    private Creation made(SiteUrl url, String token) {
        return tally.create(url, token, Document.empty());
    }

    private Reply create(Request request) {
        Parameters parameters = request.parameters();
        Document settings = tally.settings(parameters, owners.firstSettings(parameters));
        Owners.Maker maker = (url, token) -> tally.create(url, token, settings);
        Service service = owners.create(request, kind, quota.of(request, tally.services(), maker));
        V view = tally.view(service.id(), request)
                .orElseThrow(() -> Refusals.unknown(kind, service.id()).exception());
        return Batches.created(service, tally.shown(view, Audience.OWNER));
    }

    private Document settings(Request request) {
        Parameters parameters = request.parameters();
        return tally.settings(parameters, owners.settings(parameters));
    }

    /** For visitors by the id; for owners by the address, with what only they may see. */
    private Reply get(Request request) {
        if (request.isOwners()) {
            Ownership.Owned owned = owners.owned(request, tally.services());
            return owned(owned, tally.view(owned.service().id(), request));
        }
        return look(request);
    }

    /** As for {@link #get} by a visitor. */
    Reply look(Request request) {
        return Numeral.isAsked(request.parameters())
                ? display(request)
                : shown(tally.view(request.id(), request).orElseThrow(() -> request.unknown(kind)));
    }

    private Reply shown(V view) {
        return Answers.data(tally.shown(view, Audience.EVERYBODY), tally.beside(view));
    }

    private Reply owned(Ownership.Owned owned, Optional<V> found) {
        V view = found.orElseThrow(() -> owners.overtaken(owned));
        return Answers.data(tally.shown(view, Audience.OWNER), tally.beside(view));
    }

    /** Answers whatever comes, because it stands in pages as a picture. */
    private Reply display(Request request) {
        try {
            return numeral(request, request.possibleId().flatMap(id -> tally.view(id, request)));
        } catch (StoreException fault) {
            Numeral numeral = Numeral.of(request.parameters());
            return drawn(request, numeral, numeral.dashes(), Optional.empty());
        }
    }

    /** The number alone, in the form that the call asks for. */
    Reply numeral(Request request, Optional<V> view) {
        Numeral numeral = Numeral.of(request.parameters());
        long number = view.map(each -> tally.number(each, request)).orElse(0L);
        return drawn(request, numeral, numeral.padded(number), view);
    }

    private Reply drawn(Request request, Numeral numeral, String digits, Optional<V> view) {
        return switch (numeral.form()) {
            case IMAGE -> Answers.picture(tally.picture(digits, view, numeral.theme()));
            case TEXT -> Answers.text(digits);
            case JSON ->
                Answers.pretty(view.map(each -> tally.shown(each, Audience.EVERYBODY))
                        .orElseGet(() -> tally.none(request.possibleId().orElse(""))));
        };
    }

    private Reply set(Request request) {
        long total = request.parameters().requireNumber(0, MOST, "total", "value");
        Ownership.Owned owned = owners.owned(request, tally.services());
        return owned(owned, tally.set(owned, total, request));
    }

    /** Sets the total, the settings, or both, as far as the call names them. */
    private Reply update(Request request) {
        Optional<Long> total = request.parameters().number(0, MOST, "total", "value");
        Document settings = settings(request);
        Ownership.Owned owned = owners.owned(request, tally.services());
        if (total.isPresent() && tally.set(owned, total.get(), request).isEmpty()) {
            throw owners.overtaken(owned);
        }
        return owned(owned, tally.change(owned, settings, request));
    }
}
