package dev.yorozu.server.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Whether all that the documents say was seen: each status, each property of an answer, each name of a request. */
public final class Coverage {
    /**
     * What the recorded run cannot show: how it is called there, and the reason, which mostly is the test that shows it. A pattern of
     * what is missing; one that matches nothing is too much.
     */
    private static final String UNRECORDED = """
            #/components/schemas/admin.KeyChange/properties/refused: AdminApiTest changes what must not be
            #/components/schemas/admin.NewSigningKey/properties/name: TokenCommandsTest has a server that makes its keys
            #/components/schemas/admin.Restoration/properties/.*: BackupCommandsTest restores
            #/components/schemas/admin.Sessions/properties/sessions/items/properties/os: a system that keeps it
            #/components/schemas/admin.Statistics/properties/failed: StatisticsApiTest has a store that fails
            admin POST /api/(commands|keys/change) looks for no .*: forms of their own read them
            admin PUT /api/uploads/[{]id[}]/[{]position[}] never answers .*: BackupCommandsTest uploads
            apps POST /apps/[{]app[}]/oauth/.* never answers 404: a credential for an app that is gone
            apps POST /apps/[{]app[}]/sessions never answers 409: AppsTest starts too many
            apps POST /apps/[{]app[}]/limits/check.* looks for no (fails|kind): core reads rules, and refuses other names
            apps in common 507: AppsTest fills an app
            apps GET /revocations never answers (429|503): RevocationRoutesTest has many readers, FeedTest more than is kept
            #/components/schemas/apps.SubmittedScore/anyOf/1/.*: CommunityTest fills a ranking
            discord GET /api/auth/discord/callback never answers 40.: SessionContract starts too many
            discord .* never answers 5..: UpstreamContract has a Discord that fails, SettingsTest a server that is not set up
            discord GET /api/receive/resolve never answers 410: ReceiveContract waits
            #/components/schemas/discord.Error/properties/exp: ReceiveContract waits
            discord POST .* never answers 4(09|10|15): HandoverContract claims twice and too late
            #/components/schemas/nostalgic.Board/properties/settings/properties/webhookUrl: WebhookEventsTest sets it
            nostalgic .* never answers 304: SharedAnswersTest asks again
            nostalgic .* looks for no legacy: RefusalsTest, of a visitor who likes too often
            #/components/schemas/nostalgic.Message/properties/(emote|incremental)Value: CallsTest has three choices
            oidc GET /.* never answers (409|421|50.): OidcSystemTest has a provider that fails
            oidc POST /backchannel-logout never answers .*: BackChannelLogoutTest has a provider that calls
            oidc POST /logout .*: ProviderSignOutTest has a provider to sign out at
            #/components/schemas/oidc.SignedOut/properties/providerLogout: ProviderSignOutTest
            patreon POST /webhook never answers 503: SettingsTest has no secret
            patreon in common 403: IntrospectionTest has a credential without the scope
            #/components/schemas/patreon.Member/properties/tier/properties/id: SignInContract asks for a member with a tier
            server GET /(healthz|readyz) never answers 503: HealthTest has a store that does not answer
            #/components/schemas/shared.Statistics/properties/failed.*: StatisticsApiTest has a store that fails
            (tokens|users) GET //?.well-known/.* never answers 200: VerifyingTokensTest and ServerMetadataTest have such settings
            tokens POST /api/entrance/register never answers 403: a server where registration is closed
            tokens PUT /api/profile/password never answers 409: two changes at once
            users GET /healthz never answers 503: a store that does not answer
            users GET /profiles/[{]user_id[}] never answers 404: an account without a profile
            users DELETE /admin/sessions/[{]user_id[}] never answers 404: a user that is no UUID
            users POST /auth/signup never answers 403: a server where sign-up is closed
            """;

    private Coverage() {}

    /** Forgets what was seen. */
    public static void begin() {
        Operation.all().forEach(operation -> operation.seen().clear());
        Schemas.forget();
    }

    /** What is described and was not seen since it began, and reasons that stand for nothing. */
    public static Set<String> gaps() {
        Set<String> gaps = new TreeSet<>();
        for (Operation operation : Operation.all()) {
            operation.unread().forEach(name -> gaps.add(operation + " looks for no " + name));
            gaps.addAll(operation.unseenStatuses());
            for (JsonNode response : operation.described().get("responses")) {
                response.path("content").forEach(media -> gaps.addAll(Schemas.unseen(media.get("schema"))));
            }
        }
        unrecorded().forEach((pattern, reason) -> {
            if (!gaps.removeIf(gap -> gap.matches(pattern))) {
                gaps.add("no gap is like " + pattern + " (" + reason + ")");
            }
        });
        return gaps;
    }

    private static Map<String, String> unrecorded() {
        Map<String, String> unrecorded = new LinkedHashMap<>();
        UNRECORDED.lines().forEach(line -> {
            int colon = line.lastIndexOf(": ");
            unrecorded.put(line.substring(0, colon), line.substring(colon + 2));
        });
        return unrecorded;
    }
}
