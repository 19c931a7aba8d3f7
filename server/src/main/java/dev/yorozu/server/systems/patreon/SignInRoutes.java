package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Memberships;
import dev.yorozu.oauth.Grant;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** What is asked of Patreon for a client: sign-in, tokens and membership. */
record SignInRoutes(
        Gate<Authenticated> gate,
        Settings settings,
        PatreonSignIn signIn,
        PatreonRelay relay,
        Memberships memberships) {
    private static final int MOST_BYTES = 32 * 1024;
    private static final int LONGEST_CODE = 2048;
    private static final int LONGEST_URI = 2048;
    private static final int LONGEST_PROOF = 8192;
    private static final int LONGEST_TOKEN = 4096;

    /** What may stand in a header; anything else is no access token of anybody's. */
    private static final Pattern ACCESS_TOKEN = Pattern.compile("[!-~]{1," + LONGEST_TOKEN + "}");

    void declare(Routes routes) {
        Check exchanges = gate.rate(PatreonSettings.rate(settings, PatreonSettings.SIGN_IN_RATE, "exchange"));
        Check oauth = gate.rate(PatreonSettings.rate(settings, PatreonSettings.SIGN_IN_RATE, "oauth"));
        routes.post("/api/patreon/exchange", gate.open(this::exchange, exchanges));
        routes.post("/api/auth/callback", gate.open(this::exchange, exchanges));
        routes.post("/oauth/token", gate.open(this::token, oauth));
        routes.post("/oauth/refresh", gate.open(this::refresh, oauth));
        routes.get("/api/membership", gate.open(this::membership, oauth));
    }

    private Reply exchange(Call call) throws IOException {
        relay.requireCredentials();
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String code = fields.required("code", LONGEST_CODE);
        String redirectUri = redirectUri(fields);
        Optional<String> identity = fields.text("supabase_jwt", LONGEST_PROOF);
        fields.check();
        return PatreonJson.reply(PatreonJson.signedIn(signIn.signIn(code, redirectUri, identity, gate.client(call))));
    }

    private Reply token(Call call) throws IOException {
        relay.requireCredentials();
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String code = fields.required("code", LONGEST_CODE);
        String redirectUri = redirectUri(fields);
        fields.check();
        return granted(relay.exchange(code, redirectUri));
    }

    /** Exactly as it was sent, with any space around it: Patreon compares it so too. */
    private static String redirectUri(Fields fields) {
        return fields.secret("redirect_uri", LONGEST_URI);
    }

    private Reply refresh(Call call) throws IOException {
        relay.requireCredentials();
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("refresh_token", LONGEST_TOKEN);
        fields.check();
        return granted(relay.renew(token));
    }

    private static Reply granted(Grant grant) {
        return Reply.unkeptJson(200, grant.answer().json());
    }

    private Reply membership(Call call) {
        String token = PatreonErrors.bearer(call);
        if (!ACCESS_TOKEN.matcher(token).matches()) {
            throw PatreonErrors.PATREON_TOKEN_EXPIRED.exception();
        }
        return PatreonJson.reply(
                PatreonJson.member(PatreonErrors.value(memberships.fetch(token), PatreonErrors::noMembership)));
    }
}
