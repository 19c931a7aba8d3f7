package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.lock.Lease;
import dev.yorozu.oauth.Freshness;
import dev.yorozu.oauth.Outgoing.Answer;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Renewals one after another: what each answer of the provider does to the session. */
@OnEveryStore
final class RenewalsTest extends Suite {
    private SignInFixture signingIn(Storage storage) {
        return new SignInFixture(store(), storage);
    }

    private static Session find(SignInFixture signingIn, Session session) {
        return signingIn.sessions.find(session.sid().orElseThrow()).orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void tokensThatLastAreLeftAlone(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        DiscordStandIn discord = new DiscordStandIn();
        Session session = signingIn.session(Duration.ofMinutes(1));
        assertThat(signingIn.renewals(discord).fresh(session)).isEqualTo(new Freshness.Current(session));
        assertThat(discord.calls()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void tokensThatAreDueAreRenewedWithTheNextVersion(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        DiscordStandIn discord = new DiscordStandIn();
        Session session = signingIn.dueSession();
        assertThat(signingIn.renewals(discord).fresh(session)).isInstanceOf(Freshness.Renewed.class);
        Session renewed = find(signingIn, session);
        assertThat(renewed.version()).isEqualTo(session.version() + 1);
        assertThat(renewed.secret("access_token")).hasValue("access-1");
        assertThat(renewed.secret("refresh_token")).hasValue("refresh-1");
        assertThat(renewed.text("scope")).hasValue("guilds identify");
        assertThat(renewed.text("name")).hasValue("Alice");
        assertThat(signingIn.renewals(discord).fresh(renewed)).isEqualTo(new Freshness.Current(renewed));
        assertThat(discord.calls()).isEqualTo(1);
        signingIn.assertUnlocked(session);
    }

    @ParameterizedTest
    @EnumSource
    void whoComesLateWithAnOldSessionFindsItRenewed(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        DiscordStandIn discord = new DiscordStandIn();
        Session session = signingIn.dueSession();
        signingIn.renewals(discord).fresh(session);
        assertThat(signingIn.renewals(discord).fresh(session)).isInstanceOf(Freshness.Renewed.class);
        assertThat(discord.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedRefreshTokenEndsTheSession(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        DiscordStandIn discord =
                new DiscordStandIn().answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT));
        assertThat(signingIn.renewals(discord).fresh(session)).isEqualTo(new Freshness.Ended());
        signingIn.assertLoggedOut(session);
        signingIn.assertUnlocked(session);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedRefreshTokenThatWasReplacedMeanwhileEndsNothing(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        DiscordStandIn discord = new DiscordStandIn()
                .answering(DiscordStandIn.response(400, DiscordStandIn.INVALID_GRANT))
                .meanwhile(() -> replaceTokens(signingIn, session));
        assertThat(signingIn.renewals(discord).fresh(session)).isInstanceOf(Freshness.Renewed.class);
        assertThat(find(signingIn, session).secret("access_token")).hasValue("replaced");
    }

    @ParameterizedTest
    @EnumSource
    void ofTwoThatRenewedTheSecondToWriteGivesWay(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        DiscordStandIn discord = new DiscordStandIn().meanwhile(() -> replaceTokens(signingIn, session));
        assertThat(signingIn.renewals(discord).fresh(session)).isInstanceOf(Freshness.Renewed.class);
        Session current = find(signingIn, session);
        assertThat(current.secret("access_token")).hasValue("replaced");
        assertThat(current.version()).isEqualTo(session.version() + 1);
    }

    private static void replaceTokens(SignInFixture signingIn, Session session) {
        long end = signingIn.clock.instant().plus(Duration.ofDays(7)).toEpochMilli();
        signingIn.sessions.change(
                session,
                attributes -> attributes.with("access_token", "replaced").with("access_expires_at", end));
    }

    @ParameterizedTest
    @EnumSource
    void anotherChangeMeanwhileLosesNoToken(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        DiscordStandIn discord = new DiscordStandIn()
                .meanwhile(() -> signingIn.sessions.change(session, attributes -> attributes.with("name", "Bob")));
        assertThat(signingIn.renewals(discord).fresh(session)).isInstanceOf(Freshness.Renewed.class);
        Session current = find(signingIn, session);
        assertThat(current.text("name")).hasValue("Bob");
        assertThat(current.secret("refresh_token")).hasValue("refresh-1");
        assertThat(current.version()).isEqualTo(session.version() + 2);
    }

    @ParameterizedTest
    @EnumSource
    void otherTroubleLeavesTheSessionAsItIs(Storage storage) {
        List<Answer> troubles = Stream.concat(
                        Stream.of(new Answer.TimedOut(), new Answer.Unreachable()),
                        Stream.of(
                                DiscordStandIn.response(500, "<html>Internal Server Error</html>"),
                                DiscordStandIn.response(429, "{\"message\":\"You are being rate limited.\"}"),
                                DiscordStandIn.response(401, "{\"error\":\"invalid_client\"}"),
                                DiscordStandIn.response(500, DiscordStandIn.INVALID_GRANT),
                                DiscordStandIn.response(302, ""),
                                DiscordStandIn.response(200, "{\"access_token\":"),
                                DiscordStandIn.response(200, "{}")))
                .toList();
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        for (Answer trouble : troubles) {
            Freshness freshness =
                    signingIn.renewals(new DiscordStandIn().answering(trouble)).fresh(session);
            assertThat(freshness).as("after %s", trouble).isInstanceOf(Freshness.Stale.class);
            assertThat(find(signingIn, session).version()).isEqualTo(session.version());
            signingIn.assertUnlocked(session);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsInVainStaysSignedInWithoutACall(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        DiscordStandIn discord = new DiscordStandIn();
        Lease lease = signingIn
                .locks
                .tryAcquire(signingIn.lock(session), Duration.ofMinutes(1))
                .orElseThrow();
        assertThat(signingIn.impatientRenewals(discord).fresh(session)).isInstanceOf(Freshness.Stale.class);
        assertThat(discord.calls()).isZero();
        assertThat(signingIn.locks.release(lease))
                .as("the lock is still its owner's")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsForASessionThatIsGoneLearnsThatItEnded(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.dueSession();
        assertThat(signingIn.locks.tryAcquire(signingIn.lock(session), Duration.ofMinutes(1)))
                .isPresent();
        signingIn.sessions.end(session.sid().orElseThrow());
        assertThat(signingIn.renewals(new DiscordStandIn()).fresh(session)).isEqualTo(new Freshness.Ended());
    }
}
