package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Signing in, signing out and revoking all, over HTTP, cut off at each call to the store and in each way. Whatever is
 * left, nobody is let in who should not be, and the next request repairs or ignores it.
 */
class CutOffTest {
    private static final String USER = "80351110224678912";
    /** Longer than a sign-in that was cut off leaves anything behind. */
    private static final Duration A_WHILE = Duration.ofSeconds(61);
    /** More calls than one request makes. */
    private static final int MOST_CALLS = 40;

    private final HeldClock clock = HeldClock.start();

    /** What is done through the store that fails, and what is seen through the one that works. */
    private interface Story {
        Page act() throws Exception;

        void check(TestSite site, Page page) throws Exception;
    }

    /** Prepares a story. */
    private interface Prologue {
        Story begin(TestSite site) throws Exception;
    }

    /** Tells the story for each call and each fault, until a call is reached that it does not make. */
    private void everywhere(Storage storage, Prologue prologue) throws Exception {
        Store memory = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        try (TestSite site = new TestSite(memory, clock, storage, Map.of())) {
            for (Fault fault : Fault.values()) {
                int call = 1;
                while (reaches(site, memory, fault, call, prologue)) {
                    call++;
                    assertThat(call).isLessThan(MOST_CALLS);
                }
                assertThat(call).as("calls to the store").isGreaterThan(2);
            }
        }
    }

    /** Tells the story once; whether it got as far as this call. */
    private static boolean reaches(TestSite site, Store memory, Fault fault, int call, Prologue prologue)
            throws Exception {
        Story story = prologue.begin(site);
        FaultyStore faulty = FaultyStore.failing(memory, fault, call);
        site.store().becomes(faulty);
        Page page = story.act();
        site.store().becomes(memory);
        story.check(site, page);
        return faulty.calls() >= call;
    }

    /** Everybody who is let in is in the index, and all who are in the index are let in. */
    private void assertThatIndexAndSessionsAgree(TestSite site) throws Exception {
        clock.advance(A_WHILE);
        Browser another = site.browser();
        another.signIn(USER);
        int listed = site.sessions().list(USER).size();
        assertThat(sessionsIn(site.store())).hasSize(listed);
        another.logout("?all=1");
        assertThat(sessionsIn(site.store())).isEmpty();
    }

    private static List<String> sessionsIn(Store store) {
        return store.scan(Scan.of("sess:", 1000)).keys().stream().map(Key::name).toList();
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void aSignInThatIsCutOffLetsNobodyIn(Storage storage) throws Exception {
        everywhere(storage, site -> {
            Browser browser = site.browser();
            String state = browser.start("");
            Map<String, String> cookies = Map.copyOf(browser.cookies());
            return new Story() {
                @Override
                public Page act() throws Exception {
                    return browser.callback(state, USER);
                }

                @Override
                public void check(TestSite its, Page page) throws Exception {
                    boolean in = page.status() == 200;
                    assertThat(page.setting("sid")).hasSize(in ? 1 : 0);
                    assertThat(browser.me().status()).isEqualTo(in ? 200 : 401);
                    Browser again = its.browser();
                    cookies.forEach(again::with);
                    Page repeated = again.callback(state, USER);
                    assertThat(in && repeated.status() == 200).isFalse();
                    assertThatIndexAndSessionsAgree(its);
                }
            };
        });
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void aSignOutThatIsCutOffCanBeRepeated(Storage storage) throws Exception {
        everywhere(storage, site -> new SigningOut(site, ""));
    }

    @ParameterizedTest
    @EnumSource(Storage.class)
    void revokingAllThatIsCutOffCanBeRepeated(Storage storage) throws Exception {
        everywhere(storage, site -> new SigningOut(site, "?all=1"));
    }

    /** Somebody with two browsers signs out in one of them. */
    private final class SigningOut implements Story {
        private final Browser browser;
        private final Browser other;
        private final String query;
        private final String csrf;
        private final String sid;

        SigningOut(TestSite site, String query) throws Exception {
            this.browser = site.browser();
            this.other = site.browser();
            this.query = query;
            sid = browser.signIn(USER);
            other.signIn(USER);
            csrf = browser.csrf();
        }

        private Page signOut() throws Exception {
            return browser.post(Browser.AUTH + "/logout" + query, "{\"csrf\":\"" + csrf + "\"}");
        }

        @Override
        public Page act() throws Exception {
            return signOut();
        }

        @Override
        public void check(TestSite site, Page page) throws Exception {
            if (page.status() == 200) {
                assertThatItIsOver(site);
            }
            browser.with("sid", sid);
            assertThat(signOut().status()).isEqualTo(200);
            assertThatItIsOver(site);
            assertThatIndexAndSessionsAgree(site);
        }

        private void assertThatItIsOver(TestSite site) throws Exception {
            assertThat(site.browser().with("sid", sid).me().status()).isEqualTo(401);
            assertThat(other.me().status()).isEqualTo(query.isEmpty() ? 200 : 401);
        }
    }
}
