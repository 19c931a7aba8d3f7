package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.OidcKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.provider.Logout;
import dev.yorozu.session.provider.ProviderLogouts;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Race;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A sign-in and a logout at the provider, in every order: what the provider ended before its token was used never lives. */
@OnEveryStore(heldClock = true, costly = true)
final class ProviderLogoutsTest extends SessionSuite {
    private static final SessionLayout LAYOUT = SessionLayout.inSet(OidcKeys.SESSION, OidcKeys.USER_SESSIONS, Set.of());
    private static final int DIGEST_BYTES = 32;
    private static final int THREADS = 6;

    /** A user and a session at the provider of their own, and what they do through a store. */
    private final class Person {
        private final String user = digest();
        private final String provider = digest();
        private final Instant issued = clock().instant();

        private Sessions sessions(Store store) {
            return new Sessions(store, LAYOUT, POLICY, Storage.HARDENED, RandomTokens.secure(), clock());
        }

        private ProviderLogouts logouts(Store store) {
            return new ProviderLogouts(store, sessions(store), POLICY.absoluteLife());
        }

        Optional<Session> signIn(Store store, Instant issuedAt) {
            Document attributes = Document.empty().with(ProviderLogouts.FIELD, provider);
            return sessions(store).start(user, attributes) instanceof Start.Started started
                            && logouts(store).tie(started.session(), issuedAt)
                    ? Optional.of(started.session())
                    : Optional.empty();
        }

        Logout ofSession() {
            return new Logout(digest(), Optional.empty(), Optional.of(provider), issued, issued.plus(MINUTE));
        }

        Logout ofUser() {
            return new Logout(digest(), Optional.of(user), Optional.empty(), issued, issued.plus(MINUTE));
        }

        Optional<List<Session>> follow(Store store, Logout logout) {
            return logouts(store).follow(logout);
        }

        List<Session> living() {
            return sessions(store()).list(user);
        }
    }

    private record Other(String name, Consumer<Person> action) implements EveryCall.Interruption<Person> {}

    private static String digest() {
        return RandomTokens.secure().base64url(DIGEST_BYTES);
    }

    private <R> EveryCall<Person, R> everyCall(EveryCall.Act<Person, R> act) {
        return new EveryCall<>(store(), Person::new, act, number -> inTurn(Storage.HARDENED, number));
    }

    @Test
    void aLogoutOfOneSessionEndsItAndOneOfAUserEndsAll() {
        Person person = new Person();
        Person other = new Person();
        assertThat(person.signIn(store(), person.issued)).isPresent();
        assertThat(other.signIn(store(), other.issued)).isPresent();
        assertThat(person.follow(store(), person.ofSession()).orElseThrow()).hasSize(1);
        assertThat(person.living()).isEmpty();
        assertThat(other.living()).hasSize(1);

        Instant later = person.issued.plus(SECOND);
        assertThat(person.signIn(store(), later)).isPresent();
        assertThat(person.signIn(store(), later)).isPresent();
        assertThat(person.follow(
                                store(),
                                new Logout(
                                        digest(),
                                        Optional.of(person.user),
                                        Optional.empty(),
                                        later,
                                        later.plus(MINUTE)))
                        .orElseThrow())
                .hasSize(2);
        assertThat(person.living()).isEmpty();
        assertThat(other.living()).hasSize(1);
    }

    @Test
    void whatTheProviderSaidBeforeALogoutSignsNobodyInAfterIt() {
        for (boolean all : List.of(true, false)) {
            Person person = new Person();
            assertThat(person.follow(store(), all ? person.ofUser() : person.ofSession()))
                    .isPresent();
            assertThat(person.signIn(store(), person.issued)).isEmpty();
            assertThat(person.signIn(store(), person.issued.minus(SECOND))).isEmpty();
            assertThat(person.living()).isEmpty();
            assertThat(person.signIn(store(), person.issued.plus(SECOND))).isPresent();
        }
    }

    @Test
    void aLogoutAtAnyMomentOfASignInEndsIt() {
        List<Other> logouts = List.of(
                new Other("session", person -> person.follow(store(), person.ofSession())),
                new Other("user", person -> person.follow(store(), person.ofUser())));
        everyCall((store, person) -> person.signIn(store, person.issued))
                .amongOthers(
                        logouts,
                        person -> assertThat(person.living()).hasSize(1),
                        (person, result, other) ->
                                assertThat(person.living()).as(other.name()).isEmpty());
    }

    @Test
    void aSignInAtAnyMomentOfALogoutIsEnded() {
        for (boolean all : List.of(true, false)) {
            everyCall((store, person) -> person.follow(store, all ? person.ofUser() : person.ofSession()))
                    .amongOthers(
                            List.of(new Other("signs in", person -> person.signIn(store(), person.issued))),
                            person -> assertThat(person.living()).isEmpty(),
                            (person, result, other) ->
                                    assertThat(person.living()).isEmpty());
        }
    }

    /** The provider sends the same token again, and a server that died in between does not turn it away. */
    @Test
    void aLogoutThatIsCutOffIsFinishedByTheNextAttempt() {
        for (boolean all : List.of(true, false)) {
            List<Logout> sent = new ArrayList<>();
            everyCall((store, person) -> {
                        assertThat(person.signIn(store(), person.issued)).isPresent();
                        sent.add(all ? person.ofUser() : person.ofSession());
                        return person.follow(store, sent.getLast());
                    })
                    .cutOff(person -> assertThat(person.living()).isEmpty(), (person, cut) -> {
                        Optional<List<Session>> again = person.follow(store(), sent.getLast());
                        assertThat(person.living()).as(cut.toString()).isEmpty();
                        assertThat(person.follow(store(), sent.getLast())).isEmpty();
                        assertThat(again.isEmpty())
                                .isEqualTo(cut.last() && cut.fault().applies());
                    });
        }
    }

    @Test
    void aLogoutTokenIsGoodOnce() throws Exception {
        Person person = new Person();
        assertThat(person.signIn(store(), person.issued)).isPresent();
        Logout logout = person.ofUser();
        Callable<Boolean> follow = () -> person.follow(store(), logout).isPresent();
        assertThat(Race.run(THREADS, follow)).filteredOn(followed -> followed).hasSize(1);
        assertThat(person.living()).isEmpty();
        assertThat(person.signIn(store(), person.issued.plus(SECOND))).isPresent();
        assertThat(person.follow(store(), logout)).isEmpty();
        assertThat(person.living()).hasSize(1);
    }
}
