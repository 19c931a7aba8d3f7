package dev.yorozu.server.systems.discord;

import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Pkce;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.access.browser.SignInSite;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** The cookies that tie a sign-in to the browser that started it. */
record SignInCookies(SignInSite site) {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final String STATE = "d_state";
    private static final String VERIFIER = "d_verifier";
    private static final String CONTEXT = "d_login_context";
    private static final String BRIDGE = "d_pwa_bridge";
    private static final String QUESTION = "d_question";
    private static final Pattern VERIFIER_FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

    static Optional<String> bridge(Call call) {
        return call.cookie(BRIDGE);
    }

    /** Ties the answer of a person to the browser in which they were asked; see {@link ClaimRoutes}. */
    Optional<String> question(Call call) {
        return call.cookie(site.boundToHost(call, QUESTION));
    }

    /** The verifier that this browser was given for this state; empty when it is another browser, or lost its cookies. */
    static Optional<Pkce> verifier(Call call, String state) {
        return call.cookie(STATE)
                .filter(cookie -> Digests.same(cookie, state))
                .flatMap(own -> call.cookie(VERIFIER))
                .filter(verifier -> VERIFIER_FORM.matcher(verifier).matches())
                .map(Pkce::new);
    }

    /** Sets what the callback will look for; a bridge only where one was made. */
    Reply started(
            Reply reply, Call call, Authorizations.Started started, LoginContext context, Optional<String> bridge) {
        Reply set = reply.with(site.cookie(call, STATE, started.state(), LIFE))
                .with(site.cookie(call, VERIFIER, started.pkce().verifier(), LIFE))
                .with(site.cookie(call, CONTEXT, context.word(), LIFE));
        return bridge.isPresent() ? set.with(site.cookie(call, BRIDGE, bridge.get(), LIFE)) : withoutBridge(set, call);
    }

    Reply withQuestion(Reply reply, Call call, String token) {
        return reply.with(site.cookie(call, site.boundToHost(call, QUESTION), token, LIFE));
    }

    Reply withoutQuestion(Reply reply, Call call) {
        return reply.with(site.clearing(call, site.boundToHost(call, QUESTION)));
    }

    Reply withoutBridge(Reply reply, Call call) {
        return reply.with(site.clearing(call, BRIDGE));
    }

    /** Clears what a sign-in that came back needs no longer. */
    Reply finished(Reply reply, Call call) {
        return reply.with(site.clearing(call, STATE))
                .with(site.clearing(call, VERIFIER))
                .with(site.clearing(call, CONTEXT));
    }
}
