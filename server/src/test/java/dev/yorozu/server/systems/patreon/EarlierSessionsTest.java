package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions and refresh tokens of an earlier program, whose users this server has never seen sign in. */
class EarlierSessionsTest {
    private static final Duration MONTH = Duration.ofDays(30);

    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterEach
    void close() {
        site.close();
    }

    /** The token of a session that lies in the store as the earlier program wrote it. */
    private String session(String user) throws Exception {
        return session(user, Optional.empty());
    }

    private String session(String user, Optional<String> profile) throws Exception {
        Answer grant = site.app()
                .post(
                        "/oauth/token",
                        Document.empty()
                                .with("code", PatronApp.code(user))
                                .with("redirect_uri", PatreonSite.REDIRECT)
                                .bytes()
                                .text());
        String token = UUID.randomUUID().toString();
        site.store()
                .commit(Batch.builder()
                        .put(
                                PatreonKeys.SESSION.key(token),
                                Document.empty()
                                        .with("accessToken", grant.text("access_token"))
                                        .with("refreshToken", grant.text("refresh_token"))
                                        .with(
                                                "expiresAt",
                                                clock.instant().plus(MONTH).toEpochMilli())
                                        .with("userId", user)
                                        .withIfPresent("supabaseUuid", profile)
                                        .bytes(),
                                Expiry.after(MONTH))
                        .build());
        return token;
    }

    private PatronApp holder(String session) {
        return site.app().holding(session, "", "");
    }

    private String refreshToken(String user, String session) {
        String token = UUID.randomUUID().toString();
        site.store()
                .commit(Batch.builder()
                        .put(
                                PatreonKeys.REFRESH.key(token),
                                Document.empty()
                                        .with("userId", user)
                                        .with("sessionToken", session)
                                        .with("createdAt", clock.millis())
                                        .with(
                                                "expiresAt",
                                                clock.instant().plus(MONTH).toEpochMilli())
                                        .with("isUsed", false)
                                        .bytes(),
                                Expiry.after(MONTH))
                        .build());
        return token;
    }

    /** In SQL every patron has a profile: nobody has to sign in anew only to get one. */
    @Test
    void whoStillHasAnEarlierSessionGetsTokensAndAProfile() throws Exception {
        String user = site.user(500);
        String session = session(user);
        PatronApp app = site.app().holding(session, "", "");
        assertThat(app.validate().isOk().text("patreon_user_id")).isEqualTo(user);
        app.token().isOk();
        app.quota(app.access()).isOk();
        assertThat(site.patrons().profile(user)).isPresent();
        site.app().refresh(refreshToken(user, session)).isOk();
    }

    /** The earlier program named users of refresh tokens by their profiles. */
    @Test
    void aRefreshTokenThatNamesAProfileIsHonoured() throws Exception {
        for (boolean named : List.of(true, false)) {
            String user = site.user(500);
            String profile = UUID.randomUUID().toString();
            String session = session(user, named ? Optional.of(profile) : Optional.empty());
            Answer first = site.app().refresh(refreshToken(profile, session)).isOk();
            PatronApp app = site.app().holding(session, first.text("accessToken"), first.text("refreshToken"));
            app.quota(app.access()).isOk();
            app.refresh(app.refreshToken()).isOk();
            assertThat(site.patrons().profile(user)).hasValue(profile);
        }
        String another = session(site.user(500), Optional.of(UUID.randomUUID().toString()));
        site.app().refresh(refreshToken(UUID.randomUUID().toString(), another)).isError(401, "SESSION_EXPIRED");
    }

    /** What was used under the id that the session names counts on after the next sign-in. */
    @Test
    void theProfileThatASessionNamesBecomesItsUsersProfile() throws Exception {
        String user = site.user(500);
        String profile = UUID.randomUUID().toString();
        PatronApp app = holder(session(user, Optional.of(profile)));
        app.validate().isOk();
        assertThat(site.patrons().profile(user)).hasValue(profile);
        site.patrons().spend(UUID.randomUUID(), profile, 1234, clock.instant());
        PatronApp next = site.app(user);
        next.token().isOk();
        assertThat(next.quota(next.access())
                        .isOk()
                        .json()
                        .at("/monthly_usage/tokens_used")
                        .asLong())
                .isEqualTo(1234);
    }

    @Test
    void aSessionThatIsListedNowhereEndsWithTheNextSignInUsedOrNot() throws Exception {
        String user = site.user(500);
        PatronApp used = holder(session(user));
        PatronApp unused = holder(session(user));
        used.validate().isOk();
        clock.advance(Duration.ofMinutes(2));
        PatronApp next = site.app(user);
        used.validate().isError(401, "SESSION_INVALID");
        unused.validate().isError(401, "SESSION_INVALID");
        unused.renew().isError(401, "SESSION_INVALID");
        assertThat(unused.license().status()).isEqualTo(401);
        next.validate().isOk();
    }

    @Test
    void aSessionThatIsListedNowhereEndsWithAllUsedOrNot() throws Exception {
        String user = site.user(500);
        PatronApp used = holder(session(user));
        PatronApp unused = holder(session(user));
        PatronApp ending = holder(session(user));
        used.validate().isOk();
        ending.revokeAll().isOk();
        for (PatronApp app : List.of(used, unused, ending)) {
            app.validate().isError(401, "SESSION_INVALID");
            site.app().refresh(refreshToken(user, app.session())).isError(401, "SESSION_EXPIRED");
        }
        clock.advance(Duration.ofMinutes(1));
        holder(session(user)).validate().isOk();
    }
}
