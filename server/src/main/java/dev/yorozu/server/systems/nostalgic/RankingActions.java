package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ranking.Neighbourhood;
import dev.yorozu.nostalgic.ranking.RankingChange;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.RankingView;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.Order;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What can be done with rankings. */
final class RankingActions {
    private static final long MOST_POINTS = 999_999_999;
    private static final int MOST_SHOWN = 100;
    private static final int USUALLY_SHOWN = 10;
    private static final int MOST_NEIGHBOURS = 50;
    private static final int USUAL_NEIGHBOURS = 2;

    private final Rankings rankings;
    private final Owners owners;
    private final Cooldowns cooldowns;
    private final CreationQuota quota;

    RankingActions(Rankings rankings, Owners owners, Cooldowns cooldowns, CreationQuota quota) {
        this.rankings = rankings;
        this.owners = owners;
        this.cooldowns = cooldowns;
        this.quota = quota;
    }

    Map<String, Action> all() {
        Map<String, Action> actions = new LinkedHashMap<>();
        actions.put("create", this::create);
        actions.put("submit", this::submit);
        actions.put("get", this::get);
        actions.put("display", this::get);
        actions.put("myRank", this::myRank);
        actions.put("update", this::update);
        actions.put("updateSettings", this::change);
        actions.put("remove", this::remove);
        actions.put("clear", this::clear);
        actions.put("delete", request -> owners.delete(request, rankings.services()));
        actions.put("webhookSecret", request -> owners.webhookSecret(request, rankings.services()));
        return actions;
    }

    private Reply create(Request request) {
        Parameters parameters = request.parameters();
        RankingSettings settings = new RankingSettings(
                title(parameters).filter(title -> !title.isBlank()),
                maxEntries(parameters).orElse(RankingSettings.DEFAULT_ENTRIES),
                order(parameters).orElse(Order.FALLING));
        Document more = owners.firstSettings(parameters);
        Owners.Maker maker = (url, token) -> rankings.create(url, token, settings, more);
        Service service = owners.create(request, Kind.RANKING, quota.of(request, rankings.services(), maker));
        RankingView view = rankings.view(service.id(), USUALLY_SHOWN)
                .orElseThrow(() -> Refusals.unknown(Kind.RANKING, service.id()).exception());
        return Batches.created(service, RankingJson.shown(view, Audience.OWNER));
    }

    /** A title; a blank one takes the old one away. */
    private static Optional<String> title(Parameters parameters) {
        return parameters
                .findOrBlank("title")
                .map(title -> Texts.lineOrBlank("title", title, RankingSettings.LONGEST_TITLE));
    }

    private static Optional<Integer> maxEntries(Parameters parameters) {
        return parameters
                .number(1, RankingSettings.MOST_ENTRIES, "max", "maxEntries")
                .map(Math::toIntExact);
    }

    private static Optional<Order> order(Parameters parameters) {
        return parameters.find("sortOrder").map(text -> switch (text) {
            case "desc" -> Order.FALLING;
            case "asc" -> Order.RISING;
            default ->
                throw Refusals.invalid("sortOrder", "must be desc or asc").exception();
        });
    }

    private Reply submit(Request request) {
        Parameters parameters = request.parameters();
        String name = parameters.requireText("name");
        long score = parameters.requireNumber(0, MOST_POINTS, "score");
        Optional<String> display = parameters.find("displayScore");
        int limit = limit(parameters);
        String id = idOf(request);
        cooldowns.limit(request);
        return outcome(
                request, rankings.submit(id, request.visitor(), name, score, display, limit), Audience.EVERYBODY);
    }

    /** The oldest widgets knew the address and the token of their ranking in place of its name. */
    private String idOf(Request request) {
        return request.isOwners()
                ? owners.owned(request, rankings.services()).service().id()
                : request.id();
    }

    private Reply outcome(Request request, Submission submission, Audience audience) {
        return switch (submission) {
            case Submission.Placed placed -> submitted(placed.view(), true, audience);
            case Submission.Unchanged unchanged -> submitted(unchanged.view(), false, audience);
            case Submission.TooSoon soon -> throw cooldowns.submittedTooSoon(request, soon.left());
            case Submission.Limited limited -> throw cooldowns.tooMany(request, "scores", limited.left());
            case Submission.Refused refused -> throw fault(refused.fault()).exception();
            case Submission.Unknown unknown -> throw request.unknown(Kind.RANKING);
        };
    }

    private static Reply submitted(RankingView view, boolean placed, Audience audience) {
        return Answers.data(json -> {
            RankingJson.write(json, view, audience);
            json.writeBooleanProperty("updated", placed);
        });
    }

    private static Problem fault(Submission.Fault fault) {
        return switch (fault) {
            case NAME -> Refusals.invalid("name", "must be a line of 1 to 50 characters");
            case NOBODY_TO_SEE -> Refusals.invalid("name", "must hold something that can be seen");
            case SCORE -> Refusals.invalid("score", "must be a whole number from 0 to " + MOST_POINTS);
            case DISPLAY_SCORE ->
                Refusals.invalid(
                        "displayScore",
                        "must be a line of 1 to 100 characters without markup, and hold something that can be seen");
        };
    }

    private static int limit(Parameters parameters) {
        return parameters.number(1, MOST_SHOWN, "limit").map(Math::toIntExact).orElse(USUALLY_SHOWN);
    }

    private Reply get(Request request) {
        if (request.isOwners()) {
            Ownership.Owned owned = owners.owned(request, rankings.services());
            return shown(owned, rankings.view(owned.service().id(), limit(request.parameters())));
        }
        RankingView view = rankings.view(request.id(), limit(request.parameters()))
                .orElseThrow(() -> request.unknown(Kind.RANKING));
        return Answers.data(RankingJson.shown(view, Audience.EVERYBODY)).compressible();
    }

    private Reply myRank(Request request) {
        Parameters parameters = request.parameters();
        String name = parameters.requireText("name");
        int neighbours = parameters
                .number(0, MOST_NEIGHBOURS, "neighbours", "neighbors")
                .map(Math::toIntExact)
                .orElse(USUAL_NEIGHBOURS);
        String id = request.id();
        Neighbourhood found = rankings.rankOf(id, name, neighbours)
                .orElseThrow(() -> rankings.services().find(id).isEmpty()
                        ? request.unknown(Kind.RANKING)
                        : Refusals.NO_ENTRY.exception());
        return Answers.data(json -> {
            RankingJson.entry(json, found.own());
            RankingJson.write(json, found.view(), Audience.EVERYBODY);
        });
    }

    /** An entry where a name and a score are given, else the settings. */
    private Reply update(Request request) {
        Parameters parameters = request.parameters();
        if (!parameters.has("name") && !parameters.has("score")) {
            return change(request);
        }
        String name = parameters.requireText("name");
        long score = parameters.requireNumber(0, MOST_POINTS, "score");
        Optional<String> display = parameters.find("displayScore");
        Ownership.Owned owned = owners.owned(request, rankings.services());
        return switch (rankings.put(owned, name, score, display)) {
            case Submission.Unknown unknown -> throw owners.overtaken(owned);
            case Submission other -> outcome(request, other, Audience.OWNER);
        };
    }

    private Reply change(Request request) {
        Parameters parameters = request.parameters();
        RankingChange change = new RankingChange(
                title(parameters), maxEntries(parameters), order(parameters), owners.settings(parameters));
        Ownership.Owned owned = owners.owned(request, rankings.services());
        return shown(owned, rankings.change(owned, change));
    }

    private Reply remove(Request request) {
        String name = request.parameters().requireText("name");
        Ownership.Owned owned = owners.owned(request, rankings.services());
        return shown(owned, rankings.remove(owned, name));
    }

    private Reply clear(Request request) {
        Ownership.Owned owned = owners.owned(request, rankings.services());
        return shown(owned, rankings.clear(owned));
    }

    private Reply shown(Ownership.Owned owned, Optional<RankingView> view) {
        return Answers.data(RankingJson.shown(view.orElseThrow(() -> owners.overtaken(owned)), Audience.OWNER));
    }
}
