package dev.yorozu.server.demo.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An identity provider to practise with: anybody may be anybody. It speaks Discord's OAuth 2, and belongs to the
 * demonstration alone.
 */
public final class PracticeProvider implements HttpModule, LandingPiece {
    static final String MOUNT = "/practice";
    /** Where people are asked for their consent. */
    public static final String AUTHORIZE = MOUNT + ConsentPage.PATH;
    /** Where programs ask, in Discord's words. */
    public static final String API = MOUNT + "/api";

    /** As long as Discord's; the brief ones end so soon that the next look at the session renews them. */
    private static final Grants.Lives LIVES = new Grants.Lives(Duration.ofDays(7), Duration.ofSeconds(1));

    private final PracticeApp app;
    private final Pages pages = new Pages();
    private final ConsentPage consent;
    private final TokenEndpoint tokens;

    public PracticeProvider(PracticeApp app, RandomTokens random, InstantSource clock) {
        this.app = app;
        Grants grants = new Grants(LIVES, random, clock);
        List<ProviderProfile.Offer> people = People.SAMPLES.stream()
                .map(person -> new ProviderProfile.Offer(person, ""))
                .toList();
        this.consent = new ConsentPage(new ProviderProfile("discord", MOUNT, app, true, people), grants, random, pages);
        this.tokens = new TokenEndpoint(app, grants, Optional.empty());
    }

    /** Somebody, in Discord's words. */
    private record User(
            String id,
            String username,
            @Nullable String avatar,
            String discriminator,
            @JsonProperty("global_name") String globalName) {}

    private record Unauthorized(String message, int code) {}

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/sign-in", this::signIn);
        consent.routes(routes);
        tokens.routes(routes);
        routes.get("/api/users/@me", this::user);
    }

    @Override
    public Optional<Content> invitation(PageContext page) {
        return Optional.of(pages.piece(
                page, "practice/landing.jte", Map.of("signIn", MOUNT + "/sign-in", "people", People.SAMPLES)));
    }

    /** Begins a sign-in at the app, for somebody in particular or to be chosen on the consent page. */
    private Reply signIn(Call call) {
        PageContext page = pages.context(call, "/");
        Optional<Person> person = call.query("as").flatMap(People::sample);
        Optional<String> language = Optional.of(page.language().code()).filter(code -> page.chosen());
        String start = app.startPath() + "?returnTo=" + AuthorizationRequest.encoded(page.link(app.home()));
        return Reply.empty(303)
                .with("Location", start)
                .with("Cache-Control", "no-store")
                .with(new Choice(person, language).cookie());
    }

    private Reply user(Call call) {
        return tokens.owner(call)
                .map(person -> Reply.json(200, new User(person.id(), person.name(), null, "0", person.name())))
                .orElseGet(() -> Reply.json(401, new Unauthorized("401: Unauthorized", 0)))
                .unkept();
    }
}
