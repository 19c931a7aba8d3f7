package dev.yorozu.server.systems.apps;

import dev.yorozu.NamedRankings;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;
import java.util.Optional;

/** Rankings of an app's own ids, by the rules that it declares for their kinds. */
record RankingRoutes(AppsAccess access) {
    static final String ACTION = "rankings";

    private static final int LONGEST_NAME = 256;
    private static final String RANKING = "/apps/{app}/rankings/{kind}/{id}";

    void declare(Routes routes) {
        routes.get(RANKING, access.reading(ACTION, RankingRoutes::list))
                .post(RANKING + "/submit", access.creating(ACTION, RankingRoutes::submit))
                .get(RANKING + "/names/{name}", access.reading(ACTION, RankingRoutes::find))
                .delete(RANKING + "/names/{name}", access.changing(ACTION, RankingRoutes::remove))
                .delete(RANKING, access.changing(ACTION, RankingRoutes::delete));
    }

    private static NamedRankings rankings(Call call, OpenApp app) {
        return app.rankings().apply(call.parameter("kind"));
    }

    private static Reply list(Call call, OpenApp app) {
        Paging paging = Paging.of(call);
        return paging.reply(
                rankings(call, app).page(call.parameter("id"), paging.limit(), paging.after()),
                "entries",
                RankingRoutes::entry);
    }

    private static Reply submit(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String name = fields.exact("name", LONGEST_NAME);
        fields.isFine("score", fields.has("score"), "is required");
        long score = fields.number("score", -NamedRankings.GREATEST_SCORE, NamedRankings.GREATEST_SCORE)
                .orElse(0);
        fields.check();
        NamedRankings rankings = rankings(call, app);
        boolean entered = rankings.submit(call.parameter("id"), name, score);
        Document answer = Document.empty().with("entered", entered);
        Optional<NamedRankings.Entry> place = rankings.find(call.parameter("id"), name);
        return AppsJson.reply(place.map(found -> answer.withAll(entry(found))).orElse(answer));
    }

    private static Reply find(Call call, OpenApp app) {
        return AppsJson.reply(rankings(call, app)
                .find(call.parameter("id"), call.parameter("name"))
                .map(RankingRoutes::entry)
                .orElseThrow(AppsErrors.NO_ENTRY::exception));
    }

    private static Reply remove(Call call, OpenApp app) {
        return AppsJson.flag("removed", rankings(call, app).remove(call.parameter("id"), call.parameter("name")));
    }

    private static Reply delete(Call call, OpenApp app) {
        return AppsJson.flag("deleted", rankings(call, app).delete(call.parameter("id")));
    }

    private static Document entry(NamedRankings.Entry entry) {
        return Document.empty()
                .with("rank", entry.rank())
                .with("name", entry.name())
                .with("score", entry.score())
                .with("submitted_at", AppsJson.time(entry.submittedAt()));
    }
}
