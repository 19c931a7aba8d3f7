package dev.yorozu.server.demo.provider;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the practice provider asks who is there and whether they agree.
 *
 * <p>Whoever chose a person on the start page, or whom the app names, has answered both already, and is sent on at once.
 */
public record ConsentPage(ProviderProfile part, Grants grants, RandomTokens random, Pages pages) {
    private static final String CSRF = "practice_csrf";
    public static final String PATH = "/oauth2/authorize";

    /**
     * What the page shows.
     *
     * @param part the name that texts have for the part that is played
     * @param hidden what its form sends back unseen
     * @param tempers how the tokens may behave, the usual first
     */
    public record Consent(
            String part,
            String action,
            Map<String, String> hidden,
            List<String> scopes,
            List<ProviderProfile.Offer> people,
            List<String> tempers) {}

    public void routes(Routes routes) {
        routes.get(PATH, this::ask);
        routes.post(PATH, this::decide);
    }

    private Reply ask(Call call) {
        AuthorizationRequest request = AuthorizationRequest.of(call::query);
        Optional<Choice> choice = Choice.of(call);
        PageContext page =
                pages.context(call, part.mount() + PATH + "?" + request.query(), choice.flatMap(Choice::language));
        if (!request.isOf(part.app())) {
            return notice(400, page, "unknown");
        }
        Optional<String> fault = request.fault(part.proof());
        if (fault.isPresent()) {
            return seeOther(request.answer("error", fault.get()));
        }
        Optional<Person> chosen = choice.flatMap(Choice::person).or(request::hint);
        return chosen.isPresent()
                ? agreed(request, chosen.get(), TokenBehaviour.STEADY).with(Choice.forgotten())
                : show(call, page, request).with(Choice.forgotten());
    }

    private Reply show(Call call, PageContext page, AuthorizationRequest request) {
        String token = call.cookie(CSRF).orElseGet(() -> random.base64url(32));
        Map<String, String> hidden = new LinkedHashMap<>(request.parameters());
        hidden.put("csrf", token);
        Consent consent = new Consent(
                part.name(),
                page.link(part.mount() + PATH),
                hidden,
                request.scopes(),
                part.people(),
                Stream.of(TokenBehaviour.values()).map(TokenBehaviour::text).toList());
        return practice(pages.show(200, page, "practice/consent.jte", Map.of("consent", consent)))
                .with(new Cookie(CSRF, token, Optional.empty(), Optional.empty(), false));
    }

    private Reply decide(Call call) throws IOException {
        Form form = call.form();
        AuthorizationRequest request = AuthorizationRequest.of(form::field);
        PageContext page = pages.context(call, "/");
        if (!request.isOf(part.app())) {
            return notice(400, page, "unknown");
        }
        boolean own = call.cookie(CSRF)
                .filter(cookie -> Digests.same(cookie, form.text("csrf")))
                .isPresent();
        if (!own || request.fault(part.proof()).isPresent()) {
            return notice(403, page, "stale");
        }
        if (form.field("refuse").isPresent()) {
            return seeOther(request.answer("error", "access_denied"));
        }
        TokenBehaviour temper = TokenBehaviour.named(form.text("temper")).orElse(TokenBehaviour.STEADY);
        Optional<Person> person =
                form.field("person").flatMap(People::sample).or(() -> People.named(form.text("name")));
        return person.map(found -> agreed(request, found, temper)).orElseGet(() -> notice(400, page, "nobody"));
    }

    private Reply agreed(AuthorizationRequest request, Person person, TokenBehaviour temper) {
        return seeOther(request.answer("code", grants.code(request.wish(), person, temper)));
    }

    private static Reply seeOther(String address) {
        return practice(Reply.empty(303).with("Location", address));
    }

    private Reply notice(int status, PageContext page, String name) {
        return practice(pages.show(status, page, "practice/notice.jte", Map.of("notice", "practice.notice." + name)));
    }

    /** Codes and choices are for one use and one reader; and a form must be able to say where it comes from. */
    private static Reply practice(Reply reply) {
        return reply.with("Cache-Control", "no-store").with("Referrer-Policy", "same-origin");
    }
}
