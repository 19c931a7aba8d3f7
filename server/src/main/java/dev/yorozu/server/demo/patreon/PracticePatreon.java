package dev.yorozu.server.demo.patreon;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.provider.ConsentPage;
import dev.yorozu.server.demo.provider.Grants;
import dev.yorozu.server.demo.provider.People;
import dev.yorozu.server.demo.provider.Person;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.server.demo.provider.ProviderProfile;
import dev.yorozu.server.demo.provider.TokenEndpoint;
import dev.yorozu.server.http.HttpModule;
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
    private final PatreonEndpoints wire;
    private final Controls controls;

    /**
     * @param webhook where the app wants to be told what happens
     * @param secret what such a call is signed with
     */
    public PracticePatreon(
            PracticeApp app, URI webhook, String secret, Spending spending, RandomTokens random, InstantSource clock) {
        this.app = app;
        Pledges pledges = new Pledges(clock);
        Grants grants = new Grants(LIVES, random, clock);
        this.people = People.SAMPLES.stream()
                .map(person -> new ProviderProfile.Offer(person, note(pledges, person)))
                .toList();
        this.consent =
                new ConsentPage(new ProviderProfile("patreon", MOUNT, app, false, people), grants, random, pages);
        this.wire = new PatreonEndpoints(new TokenEndpoint(app, grants, Optional.of("0.0.1")), pledges);
        this.controls = new Controls(pledges, new Deliveries(webhook, secret), spending);
    }

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
        wire.routes(routes);
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
}
