package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.ranking.Neighbourhood;
import dev.yorozu.nostalgic.ranking.RankingChange;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import dev.yorozu.server.systems.nostalgic.view.RankingJson;
import dev.yorozu.server.systems.nostalgic.view.Rendering;
import dev.yorozu.server.systems.nostalgic.view.Renderings;
import dev.yorozu.store.Order;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;

/** What can be done with rankings. */
final class RankingActions extends ServiceActions<RankingView> {
    private static final int MOST_POINTS = 999_999_999;
    private static final int MOST_SHOWN = 100;
    private static final int USUALLY_SHOWN = 10;
    private static final int MOST_NEIGHBOURS = 50;
    private static final int USUAL_NEIGHBOURS = 2;

    private final Rankings rankings;
    private final VisitLimiter limiter;
    private final Renderings renderings;

    RankingActions(Rankings rankings, ServiceOwners owners, VisitLimiter limiter, Renderings renderings) {
        super(rankings.services(), owners);
        this.rankings = rankings;
        this.limiter = limiter;
        this.renderings = renderings;
    }

    @Override
    Map<String, Action> all() {
        Map<String, Action> actions = super.all();
        actions.put("submit", this::submit);
        actions.put("myRank", this::myRank);
        actions.put("update", this::update);
        actions.put("updateSettings", this::change);
        actions.put("remove", this::remove);
        actions.put("clear", request -> asOwner(request, rankings::clear));
        return actions;
    }

    @Override
    Consumer<JsonGenerator> shown(RankingView view, Audience audience, ActionRequest request) {
        return json -> RankingJson.write(json, view, audience);
    }

    @Override
    Reply create(ActionRequest request) {
        Parameters parameters = request.parameters();
        RankingSettings settings = new RankingSettings(
                title(parameters).filter(title -> !title.isBlank()),
                maxEntries(parameters).orElse(RankingSettings.DEFAULT_ENTRIES),
                order(parameters).orElse(Order.FALLING));
        Document more = owners.firstSettings(parameters);
        return created(
                request,
                (url, token) -> rankings.create(url, token, settings, more),
                id -> rankings.view(id, USUALLY_SHOWN));
    }

    /** A title; a blank one takes the old one away. */
    private static Optional<String> title(Parameters parameters) {
        return parameters.line("title", RankingSettings.LONGEST_TITLE);
    }

    private static Optional<Integer> maxEntries(Parameters parameters) {
        return parameters.number(1, RankingSettings.MOST_ENTRIES, "max", "maxEntries");
    }

    private static Optional<Order> order(Parameters parameters) {
        return parameters.find("sortOrder").map(text -> switch (text) {
            case "desc" -> Order.FALLING;
            case "asc" -> Order.RISING;
            default -> throw NostalgicErrors.invalid("sortOrder", "must be desc or asc");
        });
    }

    private Reply submit(ActionRequest request) {
        Parameters parameters = request.parameters();
        String name = parameters.requireText("name");
        long score = parameters.requireNumber(0, MOST_POINTS, "score");
        Optional<String> display = parameters.find("displayScore");
        int limit = limit(parameters);
        String id = idOf(request);
        limiter.requireWrite(request);
        Submission submission = rankings.submit(id, request.visitor(), name, score, display, limit);
        return outcome(
                request,
                submission,
                Audience.EVERYBODY,
                () -> rendered(request, id, "unchanged", limit, RankingActions::unchanged)
                        .reply(request.call(), false));
    }

    /** The oldest widgets knew the address and the token of their ranking in place of its name. */
    private String idOf(ActionRequest request) {
        return request.isOwners() ? owners.owned(request, services).service().id() : request.id();
    }

    private Reply outcome(ActionRequest request, Submission submission, Audience audience, Supplier<Reply> unchanged) {
        return switch (submission) {
            case Submission.Unchanged same -> unchanged.get();
            case Submission.Placed placed -> NostalgicJson.data(json -> submitted(json, placed.view(), true, audience));
            case Submission.TooSoon soon ->
                throw limiter.tooSoon(
                        request, "submitting another score", NostalgicSettings.SUBMIT_COOLDOWN, soon.left());
            case Submission.Limited limited -> throw limiter.tooMany(request, "scores", limited.left());
            case Submission.Refused refused -> throw fault(refused.fault());
            case Submission.Unknown unknown -> throw request.unknown(Kind.RANKING);
        };
    }

    private static void submitted(JsonGenerator json, RankingView view, boolean placed, Audience audience) {
        RankingJson.write(json, view, audience);
        json.writeBooleanProperty("updated", placed);
    }

    private static Rendering unchanged(RankingView view) {
        return Rendering.shared(NostalgicJson.shared(json -> submitted(json, view, false, Audience.EVERYBODY)));
    }

    private static ProblemException fault(Submission.Fault fault) {
        return switch (fault) {
            case NAME -> NostalgicErrors.invalid("name", "must be a line of 1 to 50 characters");
            case NOBODY_TO_SEE -> NostalgicErrors.invalid("name", "must hold something that can be seen");
            case SCORE -> NostalgicErrors.invalid("score", "must be a whole number from 0 to " + MOST_POINTS);
            case DISPLAY_SCORE ->
                NostalgicErrors.invalid(
                        "displayScore",
                        "must be a line of 1 to 100 characters without markup, and hold something that can be seen");
        };
    }

    private static int limit(Parameters parameters) {
        return parameters.number(1, MOST_SHOWN, "limit").orElse(USUALLY_SHOWN);
    }

    @Override
    Reply get(ActionRequest request) {
        int limit = limit(request.parameters());
        if (request.isOwners()) {
            return asOwner(request, owned -> rankings.view(owned.service().id(), limit));
        }
        return rendered(request, request.id(), "best", limit, RankingActions::rendering)
                .reply(request.call(), request.mayBeKept());
    }

    private Rendering rendered(
            ActionRequest request, String id, String way, int limit, Function<RankingView, Rendering> making) {
        return renderings
                .find(
                        new Renderings.Shape(Kind.RANKING, id, way, limit),
                        rankings.watch(id),
                        () -> rankings.look(id, limit),
                        making)
                .orElseThrow(() -> request.unknown(Kind.RANKING));
    }

    private static Rendering rendering(RankingView view) {
        return Rendering.shared(NostalgicJson.shared(json -> RankingJson.write(json, view, Audience.EVERYBODY)));
    }

    private Reply myRank(ActionRequest request) {
        Parameters parameters = request.parameters();
        String name = parameters.requireText("name");
        int neighbours =
                parameters.number(0, MOST_NEIGHBOURS, "neighbours", "neighbors").orElse(USUAL_NEIGHBOURS);
        String id = request.id();
        Neighbourhood found = rankings.rankOf(id, name, neighbours)
                .orElseThrow(() -> services.find(id).isEmpty()
                        ? request.unknown(Kind.RANKING)
                        : NostalgicErrors.NO_ENTRY.exception());
        return NostalgicJson.data(json -> {
            RankingJson.entry(json, found.own());
            RankingJson.write(json, found.view(), Audience.EVERYBODY);
        });
    }

    /** An entry where a name and a score are given, else the settings. */
    private Reply update(ActionRequest request) {
        Parameters parameters = request.parameters();
        if (!parameters.has("name") && !parameters.has("score")) {
            return change(request);
        }
        String name = parameters.requireText("name");
        long score = parameters.requireNumber(0, MOST_POINTS, "score");
        Optional<String> display = parameters.find("displayScore");
        Ownership.Owned owned = owners.owned(request, services);
        return switch (rankings.put(owned, name, score, display)) {
            case Submission.Unknown unknown -> throw owners.overtaken(owned);
            case Submission other ->
                outcome(
                        request,
                        other,
                        Audience.OWNER,
                        () -> asOwner(
                                request, same -> rankings.view(same.service().id(), MOST_SHOWN)));
        };
    }

    private Reply change(ActionRequest request) {
        Parameters parameters = request.parameters();
        RankingChange change = new RankingChange(
                title(parameters), maxEntries(parameters), order(parameters), owners.settings(parameters));
        return asOwner(request, owned -> rankings.change(owned, change));
    }

    private Reply remove(ActionRequest request) {
        String name = request.parameters().requireText("name");
        return asOwner(request, owned -> rankings.remove(owned, name));
    }
}
