package dev.yorozu.server.demo.patreon;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.provider.ConsentPage;
import dev.yorozu.server.demo.provider.Grants;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.server.demo.provider.ProviderProfile;
import dev.yorozu.server.demo.provider.TokenEndpoint;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Patreon to practise with: anybody may be anybody, and whoever practises decides who pays what. It belongs to the
 * demonstration alone.
 */
public final class PracticePatreon implements HttpModule, LandingPiece {
    /** Where it answers as Patreon answers at its origin. */
    public static final String MOUNT = "/practice/patreon";

    public static final String CAMPAIGN = MemberJson.CAMPAIGN;

    /** As long as Patreon's; who chose brief ones has time to look around. */
    private static final Grants.Lives LIVES = new Grants.Lives(Duration.ofDays(31), Duration.ofMinutes(2));

    private final PracticeApp app;
    private final Pages pages = new Pages();
    private final List<ProviderProfile.Offer> people;
    private final ConsentPage consent;
    private final TokenEndpoint tokens;
    private final Pledges pledges;
    private final Controls controls;

    /**
     * @param webhook where the app wants to be told what happens
     * @param secret what such a call is signed with
     */
    public PracticePatreon(
            PracticeApp app, URI webhook, String secret, Spending spending, RandomTokens random, InstantSource clock) {
        this.app = app;
        this.pledges = new Pledges(clock);
        Grants grants = new Grants(LIVES, random, clock);
        this.people = People.SAMPLES.stream()
                .map(person -> new ProviderProfile.Offer(person, note(pledges, person)))
                .toList();
        this.consent =
                new ConsentPage(new ProviderProfile("patreon", MOUNT, app, false, people), grants, random, pages);
        this.tokens = new TokenEndpoint(app, grants, Optional.of("0.0.1"));
        this.controls = new Controls(pledges, new Deliveries(webhook, secret), spending);
    }

    private record Errors(List<Fault> errors) {}

    private record Fault(int code, String code_name, String detail, String status, String title) {}

    private static String note(Pledges pledges, Person person) {
        return pledges.of(person).flatMap(Pledge::tier).map(Tier::title).orElse("Free");
    }

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        consent.routes(routes);
        tokens.routes(routes);
        routes.get("/api/oauth2/v2/identity", this::identity);
        controls.routes(routes);
    }

    @Override
    public Optional<Content> invitation(PageContext page) {
        return Optional.of(pages.piece(page, "practice/patreon-landing.jte", Map.of("page", page, "home", app.home())));
    }

    /** What the page of the app shows beside itself: who one can be, and what can happen to them. */
    public Content panel(PageContext page) {
        List<String> happenings =
                Arrays.stream(PledgeChange.values()).map(PledgeChange::text).toList();
        return pages.piece(
                page, "practice/patreon.jte", Map.of("base", MOUNT, "people", people, "happenings", happenings));
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
        ObjectNode identity = MemberJson.identity(
                person,
                pledges.of(person).filter(found -> memberships),
                (type, name) -> asks(call, "fields[" + type + "]", name));
        return Reply.json(200, identity).unkept();
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
