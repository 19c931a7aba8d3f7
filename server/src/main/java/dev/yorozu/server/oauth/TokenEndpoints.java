package dev.yorozu.server.oauth;

import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Scope;
import dev.yorozu.json.Document;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Token introspection (RFC 7662) and revocation (RFC 7009) for the programs around one system, each with a credential that has the
 * scope. They are for servers: pages of other origins are told nothing, whatever the system allows them elsewhere.
 *
 * <p>What kind a token is of is found out by the token itself, so that a {@code token_type_hint} is not needed and not believed.
 * Refresh tokens are shown only to credentials with a scope of its own: a resource server, which asks about whatever its clients
 * bring, is never told that a refresh token is active (RFC 7662, section 4).
 *
 * @param mount of the system, or a path below it under which its routes answer too
 * @param realms whose tokens a call is about
 */
public record TokenEndpoints(
        String mount, Function<Call, Realm> realms, CredentialGate programs, Gate<?> gate, AuditTrail trail)
        implements HttpModule {
    public static final String INTROSPECTION = "/oauth/introspect";
    public static final String REVOCATION = "/oauth/revoke";

    private static final Reply INACTIVE = answer(Document.empty().with("active", false));
    private static final int MOST_BYTES = 16 * 1024;

    /**
     * Whose tokens these are.
     *
     * @param name of the scopes: that of the system, or of an app
     * @param tokens asked for once the program has the right
     */
    public record Realm(String name, Supplier<OAuthTokens> tokens) {}

    /** How the gate of such programs refuses. */
    public static Function<CredentialGate.Refusal, Problem> refusals() {
        return OAuthErrors::of;
    }

    @Override
    public List<String> paths() {
        return List.of(mount + INTROSPECTION, mount + REVOCATION);
    }

    @Override
    public ErrorForm errors() {
        return OAuthErrors.FORM;
    }

    @Override
    public void routes(Routes routes) {
        routes.post(INTROSPECTION, gate.open(this::introspect));
        routes.post(REVOCATION, gate.open(this::revoke));
    }

    private Reply introspect(Call call) throws IOException {
        Realm realm = realms.apply(call);
        Credential program = programs.require(call, new Scope(realm.name(), "introspect"), Permission.READ);
        Scope refresh = new Scope(realm.name(), "introspect-refresh");
        Optional<ActiveToken> active = realm.tokens()
                .get()
                .find(token(call))
                .filter(found -> !found.refresh() || program.rights().grants(refresh));
        return active.map(found -> answer(Document.empty().with("active", true).withAll(found.members())))
                .orElse(INACTIVE);
    }

    /** A token that is none, or counts no more, is as the client wants it (RFC 7009, section 2.2). */
    private Reply revoke(Call call) throws IOException {
        Realm realm = realms.apply(call);
        Credential program = programs.require(call, new Scope(realm.name(), "revoke"), Permission.WRITE);
        realm.tokens()
                .get()
                .revoke(token(call))
                .ifPresent(
                        ended -> trail.byProgram(gate.client(call), program.name(), ended.user(), ended.reference()));
        return Reply.empty(200).unkept();
    }

    /** A parameter without a value counts as none, and none may come twice (RFC 6749, section 3.2). */
    private static String token(Call call) throws IOException {
        if (!call.mediaType().equals(Form.MEDIA_TYPE)) {
            throw OAuthErrors.invalidRequest("Send a form, with the header Content-Type: " + Form.MEDIA_TYPE + ".")
                    .exception();
        }
        Form form = Form.parse(new String(call.body(MOST_BYTES), StandardCharsets.ISO_8859_1))
                .filter(each -> !each.isRepeated())
                .orElseThrow(() -> OAuthErrors.invalidRequest(
                                "The form is not percent-encoded UTF-8, or names a parameter twice.")
                        .exception());
        return form.field("token")
                .filter(token -> !token.isEmpty())
                .orElseThrow(() -> OAuthErrors.invalidRequest("The parameter token is missing.")
                        .exception());
    }

    private static Reply answer(Document json) {
        return Reply.unkeptJson(200, json.json());
    }
}
