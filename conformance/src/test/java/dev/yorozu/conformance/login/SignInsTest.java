package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.login.Logins;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.testkit.FaultyStore;
import java.util.List;
import java.util.UUID;

/** What a sign-in gives and what it leaves in the store; listing and ending. */
@OnEveryStore(heldClock = true)
final class SignInsTest extends LoginSuite {
    @InBothStorages
    void theTokensSayWhatTheContractSays(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens tokens = stage.signIn();
        Jwt access = stage.accessJwt(tokens);
        assertThat(access.subject()).isEqualTo(stage.user());
        assertThat(access.issuedAt()).isEqualTo(clock().instant());
        assertThat(access.endsAt()).isEqualTo(clock().instant().plus(POLICY.accessLife()));
        assertThat(access.claims().bytes())
                .isEqualTo(Document.empty()
                        .with("sid", LoginFixture.sid(tokens))
                        .withAll(CLAIMS)
                        .bytes());
        Jwt refresh = stage.refreshJwt(tokens);
        assertThat(refresh.endsAt()).isEqualTo(clock().instant().plus(WEEK));
        assertThat(refresh.claims().bytes())
                .isEqualTo(
                        Document.empty().with("sid", LoginFixture.sid(tokens)).bytes());
        assertThat(access.id()).matches("[0-9a-f]{32}").isNotEqualTo(refresh.id());
        assertThat(tokens.toString()).doesNotContain(tokens.accessToken()).doesNotContain(tokens.refreshToken());
    }

    @InBothStorages
    void theRecordHasTheDocumentedFieldsAndLivesAsLongAsTheRefreshToken(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens tokens = stage.signIn();
        Document record = stage.record(LoginFixture.sid(tokens));
        boolean plain = storage == Storage.DOCUMENTED;
        assertThat(LoginFixture.sid(tokens)).matches("sess-[0-9a-f]{32}");
        assertThat(record)
                .isEqualTo(Document.empty()
                        .with("user_id", stage.user())
                        .with("session_id", LoginFixture.sid(tokens))
                        .with("access_token", plain ? tokens.accessToken() : Digests.hex(tokens.accessToken()))
                        .with("refresh_token", plain ? tokens.refreshToken() : Digests.hex(tokens.refreshToken()))
                        .withAll(ATTRIBUTES)
                        .with("remember_me", false)
                        .with("created_at", clock().instant().toString())
                        .with("expires_at", clock().instant().plus(WEEK).toString())
                        .with("last_activity", clock().instant().toString())
                        .with("version", 1));
        storeClock()
                .ifPresent(held -> assertThat(store().remaining(stage.key(LoginFixture.sid(tokens))))
                        .hasValue(new Life.Ends(WEEK)));
        assertThat(store().read(new Read.ScoreOf(stage.index(), Bytes.of(LoginFixture.sid(tokens)))))
                .hasValue(clock().instant().toEpochMilli());
    }

    @InBothStorages
    void aRememberedLoginLivesLonger(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens tokens = stage.signIn(store(), true);
        assertThat(tokens.remembered()).isTrue();
        assertThat(stage.refreshJwt(tokens).endsAt())
                .isEqualTo(clock().instant().plus(MONTH));
        assertThat(tokens.session().endsAt()).isEqualTo(clock().instant().plus(MONTH));
    }

    @InBothStorages
    void aSignInIsOneCallAndAtTheCapEndsTheOldest(Storage storage) {
        LoginFixture stage = stage(storage);
        FaultyStore counting = FaultyStore.counting(store());
        stage.signIn(counting, false);
        assertThat(counting.calls()).isEqualTo(1);
        stage.signedIn(CAP);
        stage.assertDead(stage.first());
        stage.given().subList(1, CAP + 1).forEach(stage::assertLives);
        assertThat(stage.logins().sessions(stage.user())).hasSize(CAP);
        stage.assertSettled();
        assertThat(stage.revokedAccess(stage.first())).isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(stage.revokedRefresh(stage.first())).isEqualTo(storage == Storage.DOCUMENTED);
    }

    @InBothStorages
    void aListingShowsTheNewestFirstAndNobodyElses(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(3);
        LoginFixture other = stage(storage).signedIn(1);
        assertThat(stage.logins().sessions(stage.user()).stream().map(Session::keyPart))
                .containsExactly(
                        LoginFixture.sid(stage.given().get(2)),
                        LoginFixture.sid(stage.given().get(1)),
                        LoginFixture.sid(stage.first()));
        assertThat(stage.logins().end(stage.user(), LoginFixture.sid(other.first())))
                .isFalse();
        other.assertLives(other.first());
        assertThat(stage.logins().sessions(UUID.randomUUID().toString())).isEmpty();
        for (String hostile : List.of("", "x:y", "*", "a\nb", "a".repeat(10_000), "../..")) {
            assertThat(stage.logins().sessions(hostile)).isEmpty();
            assertThat(stage.logins().end(stage.user(), hostile)).isFalse();
            assertThat(stage.logins().end(hostile, LoginFixture.sid(stage.first())))
                    .isFalse();
            assertThat(stage.logins().endAll(hostile)).isZero();
        }
        stage.given().forEach(stage::assertLives);
    }

    @InBothStorages
    void endsEndWhatTheySay(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(4);
        Logins logins = stage.logins();
        assertThat(logins.end(stage.user(), LoginFixture.sid(stage.first()))).isTrue();
        assertThat(logins.end(stage.user(), LoginFixture.sid(stage.first()))).isFalse();
        stage.assertDead(stage.first());
        Tokens kept = stage.given().getLast();
        assertThat(logins.endAllBut(stage.user(), LoginFixture.sid(kept))).isEqualTo(2);
        stage.assertLives(kept);
        stage.assertSettled();
        assertThat(logins.endAll(stage.user())).isEqualTo(1);
        stage.given().forEach(stage::assertDead);
        assertThat(store().type(stage.index())).isEmpty();
        for (Tokens tokens : stage.given()) {
            assertThat(stage.revokedAccess(tokens)).isEqualTo(storage == Storage.DOCUMENTED);
            assertThat(stage.revokedRefresh(tokens)).isEqualTo(storage == Storage.DOCUMENTED);
        }
    }
}
