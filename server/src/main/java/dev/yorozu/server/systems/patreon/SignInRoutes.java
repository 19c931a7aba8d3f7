package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.regex.Pattern;

/** What is asked of Patreon for a client: sign-in, tokens and membership. */
final class SignInRoutes {
    private static final int MOST_BYTES = 32 * 1024;
    private static final int LONGEST_CODE = 2048;
    private static final int LONGEST_URI = 2048;
    private static final int LONGEST_PROOF = 8192;
    private static final int LONGEST_TOKEN = 4096;

    /** What may stand in a header; anything else is no access token of anybody's. */
    private static final Pattern ACCESS_TOKEN = Pattern.compile("[!-~]{1," + LONGEST_TOKEN + "}");

    private final PatreonSignIn signIn;
    private final PatreonRelay relay;
    private final Memberships memberships;
    private final Clients clients;

    SignInRoutes(PatreonSignIn signIn, PatreonRelay relay, Memberships memberships, Clients clients) {
        this.signIn = signIn;
        this.relay = relay;
        this.memberships = memberships;
        this.clients = clients;
    }

    Reply exchange(Call call) throws IOException {
        relay.requireCredentials();
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String code = fields.required("code", LONGEST_CODE);
        String redirectUri = redirectUri(fields);
        PatreonSignIn.Request request =
                new PatreonSignIn.Request(code, redirectUri, fields.text("supabase_jwt", LONGEST_PROOF));
        fields.check();
        return Reply.json(200, PatreonJson.signedIn(signIn.signIn(request, clients.of(call))))
                .unkept();
    }

    Reply token(Call call) throws IOException {
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

    Reply refresh(Call call) throws IOException {
        relay.requireCredentials();
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("refresh_token", LONGEST_TOKEN);
        fields.check();
        return granted(relay.renew(token));
    }

    private static Reply granted(Grant grant) {
        return Reply.ownedJson(200, grant.answer().bytes().toArray()).unkept();
    }

    Reply membership(Call call) {
        String token = PatreonErrors.bearer(call);
        if (!ACCESS_TOKEN.matcher(token).matches()) {
            throw PatreonErrors.PATREON_TOKEN_EXPIRED.exception();
        }
        return switch (memberships.fetch(token)) {
            case ProviderResult.Success<Membership> found ->
                Reply.json(200, PatreonJson.member(found.value())).unkept();
            case ProviderResult.Failed<Membership> failed ->
                throw PatreonErrors.noMembership(failed).exception();
        };
    }
}
