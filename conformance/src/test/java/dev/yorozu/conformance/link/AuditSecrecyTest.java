package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.RedactedLink;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Links and the log of what became of them, together: the log never holds what would open a link. */
@OnEveryStore(storages = Storage.DOCUMENTED)
final class AuditSecrecyTest extends LinkSuite {
    private Event event(String action, RedactedLink mark) {
        return Event.of(clock.instant(), Kind.LINK, "discord", action)
                .by(Optional.of(maker))
                .about(mark.shown(), mark.reference());
    }

    @Test
    void noTokenIsInTheLogOrInWhatItShows() {
        AuditLog log = new AuditLog(store(), AuditPolicy.STANDARD, RANDOM, clock);
        IssueResult.Issued kept = issued();
        IssueResult.Issued deleted = issued();
        log.appendBeginning(event("issue", kept.mark()), kept.ends());
        log.appendBeginning(event("issue", deleted.mark()), deleted.ends());
        log.append(event("resolve", kept.mark()));
        for (String presented : List.of(kept.token(), kept.shortToken())) {
            log.append(event("refuse", new RedactedLink("", RedactedLink.shown(presented)))
                    .ending("EXPIRED"));
        }
        log.appendEnding(event("delete", deleted.mark()), deleted.ends());
        clock.advance(Duration.ofDays(8));

        String shown = log.page(Query.ALL.of(Kind.LINK), "", 500).events().toString();
        assertThat(shown).contains(kept.mark().shown(), "expire", "delete", "refuse");
        for (String text : List.of(shown, stored())) {
            for (IssueResult.Issued issued : List.of(kept, deleted)) {
                assertThat(text)
                        .contains(issued.mark().reference())
                        .doesNotContain(issued.shortToken())
                        .doesNotContain(issued.shortToken().substring(0, 5))
                        .doesNotContain(issued.token())
                        .doesNotContain(issued.token().substring(0, 40))
                        .doesNotContain(URL);
            }
        }
    }

    /** All that the store holds under the log's names. */
    private String stored() {
        Store store = store();
        List<String> texts = new ArrayList<>();
        Scan scan = Scan.of("audit:", 100);
        Scan.Page page;
        do {
            page = store.scan(scan);
            for (Key key : page.keys()) {
                assertThat(store.type(key)).hasValue(ValueType.RANK);
                texts.add(key.name());
                store.ranks(key, Order.RISING, 0, -1)
                        .forEach(event -> texts.add(event.member().text()));
            }
            scan = scan.from(page.next());
        } while (!page.last());
        return String.join("\n", texts);
    }
}
