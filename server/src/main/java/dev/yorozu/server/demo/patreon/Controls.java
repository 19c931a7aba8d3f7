package dev.yorozu.server.demo.patreon;

import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What whoever practises may let happen to somebody. Only a page of this origin can ask for it: the body must be said to be
 * JSON, which no other page's form can do, and no other origin is allowed to.
 */
record Controls(Pledges pledges, Deliveries deliveries, Spending spending) {
    private static final long MOST_TOKENS = 100_000_000;

    private record Wish(
            @Nullable String user,
            @Nullable String happening,
            @Nullable Long tokens) {}

    private record Happened(String name, String status, Deliveries.Outcome webhook) {}

    private record Spent(String name, long tokens, boolean spent) {}

    void routes(Routes routes) {
        routes.post("/pledge", this::pledge);
        routes.post("/spend", this::spend);
    }

    private Reply pledge(Call call) throws IOException {
        Wish wish = call.json(Wish.class);
        Person person = person(wish);
        PledgeChange happening = Optional.ofNullable(wish.happening())
                .flatMap(PledgeChange::named)
                .orElseThrow(() ->
                        Problem.badRequest("Nothing of that name can happen.").exception());
        Pledges.Change change = pledges.change(person, happening)
                .orElseThrow(() -> new Problem(409, "no_pledge", "Who pays nothing has nothing to lose.").exception());
        Deliveries.Outcome outcome = deliveries.send(change.event(), MemberJson.event(person, change.pledge()));
        return Reply.json(200, new Happened(person.name(), change.pledge().status(), outcome))
                .unkept();
    }

    private Reply spend(Call call) throws IOException {
        Wish wish = call.json(Wish.class);
        Person person = person(wish);
        long tokens = Optional.ofNullable(wish.tokens())
                .filter(count -> count >= 1 && count <= MOST_TOKENS)
                .orElseThrow(() -> Problem.badRequest("Spend from 1 to " + MOST_TOKENS + " tokens.")
                        .exception());
        return Reply.json(200, new Spent(person.name(), tokens, spending.spend(person.id(), tokens)))
                .unkept();
    }

    private Person person(Wish wish) {
        return Optional.ofNullable(wish.user())
                .flatMap(pledges::find)
                .orElseThrow(() -> Problem.notFound().exception());
    }
}
