package dev.yorozu.server.demo.patreon;

import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.demo.provider.TokenEndpoint;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.util.List;
import java.util.Optional;

/** The practice provider as apps see it, in Patreon's words: the token endpoint and who somebody is. */
final class PatreonEndpoints {
    private final TokenEndpoint tokens;
    private final Pledges pledges;

    PatreonEndpoints(TokenEndpoint tokens, Pledges pledges) {
        this.tokens = tokens;
        this.pledges = pledges;
    }

    private record Errors(List<Fault> errors) {}

    private record Fault(int code, String code_name, String detail, String status, String title) {}

    void routes(Routes routes) {
        tokens.routes(routes);
        routes.get("/api/oauth2/v2/identity", this::identity);
    }

    /** As Patreon does, it answers with what is asked for by name, and with nothing else. */
    private Reply identity(Call call) {
        Optional<Person> owner = tokens.owner(call);
        if (owner.isEmpty()) {
            return unauthorized();
        }
        Person person = owner.get();
        pledges.met(person);
        boolean memberships = asks(call, "include", "memberships")
                && asks(call, "include", "memberships.campaign")
                && asks(call, "include", "memberships.currently_entitled_tiers");
        return Reply.json(
                        200,
                        MemberJson.identity(
                                person,
                                pledges.of(person).filter(found -> memberships),
                                (type, name) -> asks(call, "fields[" + type + "]", name)))
                .unkept();
    }

    /** What includes something far includes all on the way there. */
    private static boolean asks(Call call, String parameter, String name) {
        return call.query(parameter).stream()
                .flatMap(names -> List.of(names.split(",")).stream())
                .anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
    }

    private static Reply unauthorized() {
        String detail = "The server could not verify that you are authorized to access the URL requested.";
        return Reply.json(401, new Errors(List.of(new Fault(1, "Unauthorized", detail, "401", "Unauthorized"))))
                .unkept();
    }
}
