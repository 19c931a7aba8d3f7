package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sign-ins and sign-outs in the audit log: only for who asks for them, and without a sid. */
class AuditedSessionsTest {
    private static final String USER = "80351110224678912";

    private static List<Event> events(TestSite site) {
        AuditLog log = new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), InstantSource.system());
        return log.page(Query.ALL.of(Kind.SESSION), "", 100).events();
    }

    @Test
    void nothingIsWrittenDownUnlessAskedFor() throws Exception {
        try (TestSite site = TestSite.of(Storage.DOCUMENTED)) {
            Browser browser = site.browser();
            browser.signIn(USER);
            browser.logout("");
            assertThat(events(site)).isEmpty();
        }
    }

    @Test
    void signInsAndSignOutsAreWrittenDownByPublicId() throws Exception {
        Map<String, String> asked = Map.of("audit.kinds", "link,session");
        try (TestSite site = TestSite.of(InstantSource.system(), Storage.DOCUMENTED, asked)) {
            Browser browser = site.browser();
            String sid = browser.signIn(USER);
            browser.logout("");
            assertThat(events(site)).extracting(Event::action).containsExactlyInAnyOrder("sign-out", "sign-in");
            assertThat(events(site).toString()).contains(USER).doesNotContain(sid);
        }
    }
}
