package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
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
        PatronApp.Answer grant = site.app()
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
                                        .bytes(),
                                Expiry.after(MONTH))
                        .build());
        return token;
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
}
