package dev.yorozu.server.systems.apps;

import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.app.LimitRule;
import dev.yorozu.json.Document;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The limits of an app. A request that is denied is an answer like any other, with status 200: it is the app that refuses. The
 * headers say the same in the form of the IETF's draft, to be handed on.
 */
record LimitRoutes(AppsAccess access, Store store, InstantSource clock) {
    static final String ACTION = "limits";

    private static final int MOST_CHECKS = 32;
    private static final int LONGEST_ID = 1024;
    private static final String NAME = "[A-Za-z0-9_.-]{1,64}";

    void declare(Routes routes) {
        routes.post("/apps/{app}/limits/check", access.changing(ACTION, this::check))
                .post("/apps/{app}/limits/check-all", access.changing(ACTION, this::checkAll));
    }

    /** What is asked about one client. */
    private record Check(String name, LimitRule rule, String id, long cost) {
        WindowPolicy policy() {
            return rule.policy(name);
        }
    }

    private Reply check(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        Check check = read(fields, app);
        return told(List.of(check), List.of(ask(app, List.of(check)).getFirst()), false);
    }

    /** Several with one trip. Each is counted by itself: one that is denied does not keep the others from being counted. */
    private Reply checkAll(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        List<Document> asked = fields.documents("checks", MOST_CHECKS);
        fields.check();
        List<Check> checks = new ArrayList<>();
        for (Document each : asked) {
            checks.add(read(Fields.of(each), app));
        }
        return told(checks, ask(app, checks), true);
    }

    private List<Decision> ask(OpenApp app, List<Check> checks) {
        RoundTrip trip = new RoundTrip(store);
        List<RoundTrip.Answer<Decision>> answers = checks.stream()
                .map(check ->
                        app.limiters().of(check.rule().kind()).check(trip, check.policy(), check.id(), check.cost()))
                .toList();
        trip.send();
        return answers.stream().map(RoundTrip.Answer::get).toList();
    }

    private static Check read(Fields fields, OpenApp app) {
        String name = fields.required("limit", 64);
        fields.isFine("limit", name.matches(NAME), "must be a name of letters, digits, dots, dashes and underscores");
        String id = fields.exact("id", LONGEST_ID);
        long cost = fields.number("cost", 1, 1_000_000).orElse(1);
        fields.check();
        LimitRule rule = rule(fields, name, app);
        if (cost > rule.limit()) {
            throw AppsErrors.COST_TOO_GREAT.exception();
        }
        return new Check(name, rule, id, cost);
    }

    /** The declared one, or one that comes with the call where none of this name is declared. */
    private static LimitRule rule(Fields fields, String name, OpenApp app) {
        LimitRule declared = app.app().settings().limits().get(name);
        if (declared != null) {
            return declared;
        }
        Document given = fields.document("rule").orElseThrow(AppsErrors.NO_LIMIT::exception);
        LimitRule rule;
        try {
            rule = AppSettingsFormat.rule(given, "rule.");
        } catch (IllegalArgumentException wrong) {
            throw Problem.badRequest(wrong.getMessage() + ".").exception();
        }
        if (!app.app().settings().bounds().allow(rule)) {
            throw AppsErrors.LIMIT_OUT_OF_BOUNDS.exception();
        }
        return rule;
    }

    private Reply told(List<Check> checks, List<Decision> decisions, boolean several) {
        List<Document> documents = new ArrayList<>();
        List<String> policies = new ArrayList<>();
        List<String> states = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            Check check = checks.get(i);
            Decision decision = decisions.get(i);
            long reset = left(decision);
            documents.add(Document.empty()
                    .with("limit", check.name())
                    .with("allowed", decision.allowed())
                    .with("most", decision.limit())
                    .with("remaining", decision.remaining())
                    .with("reset_after", reset)
                    .with("retry_after", decision.retryAfterSeconds()));
            policies.add("\"%s\";q=%d;w=%d".formatted(check.name(), decision.limit(), seconds(check)));
            states.add("\"%s\";r=%d;t=%d".formatted(check.name(), decision.remaining(), reset));
        }
        boolean allowed = decisions.stream().allMatch(Decision::allowed);
        Document answer =
                several ? Document.empty().with("allowed", allowed).withAll("checks", documents) : documents.getFirst();
        return AppsJson.reply(answer).with("RateLimit-Policy", joined(policies)).with("RateLimit", joined(states));
    }

    private static String joined(List<String> items) {
        return items.stream().distinct().collect(Collectors.joining(", "));
    }

    private static long seconds(Check check) {
        return Math.max(1, check.rule().window().toSeconds());
    }

    private long left(Decision decision) {
        return Math.max(0, Decision.wholeSeconds(Duration.between(clock.instant(), decision.reset())));
    }
}
