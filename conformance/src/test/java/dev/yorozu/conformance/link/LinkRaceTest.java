package dev.yorozu.conformance.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

@OnEveryStore(
        costly = true,
        storages = {Storage.DOCUMENTED, Storage.HARDENED})
final class LinkRaceTest extends LinkSuite {
    /** Half of the threads delete, by either token, and half resolve: one deletes, and afterwards nobody resolves. */
    @Test
    void ofManyThatDeleteOneDoesAndNobodyResolvesAfterwards() throws Exception {
        ShareLinks links = links();
        for (int round = 0; round < Rounds.of(20); round++) {
            IssueResult.Issued issued = issued();
            AtomicBoolean deleted = new AtomicBoolean();
            List<Object> outcomes = Race.of(16, i -> {
                String token = i % 4 < 2 ? issued.token() : issued.shortToken();
                if (i % 2 == 0) {
                    DeleteResult outcome = links.delete(token, maker);
                    deleted.compareAndSet(false, outcome instanceof DeleteResult.Deleted);
                    return outcome;
                }
                boolean tooLate = deleted.get();
                ResolveResult outcome = links.resolve(token);
                assertThat(tooLate && outcome instanceof ResolveResult.Resolved).isFalse();
                return outcome;
            });
            assertThat(outcomes.stream().filter(DeleteResult.Deleted.class::isInstance))
                    .hasSize(1);
            assertThat(outcomes).allMatch(outcome -> EXPECTED.stream().anyMatch(type -> type.isInstance(outcome)));
            assertThat(links.resolve(issued.token())).isEqualTo(new ResolveResult.NotFound());
            assertThat(links.resolve(issued.shortToken())).isEqualTo(new ResolveResult.NotFound());
            assertThat(store().type(mapping(issued.shortToken()))).isEmpty();
        }
    }

    private static final Set<Class<?>> EXPECTED = Set.of(
            DeleteResult.Deleted.class,
            DeleteResult.NotFound.class,
            ResolveResult.Resolved.class,
            ResolveResult.NotFound.class);

    @Test
    void ofManyThatWantOneShortTokenOneGetsIt() throws Exception {
        for (int round = 0; round < Rounds.of(20); round++) {
            byte[] wanted = RANDOM.bytes(8);
            List<IssueResult> issues = Race.of(
                    16,
                    i -> links(
                                    store(),
                                    KEYS,
                                    POLICY,
                                    ScriptedRandom.eightBytesAtATime(wanted, wanted, wanted, wanted, wanted))
                            .issue(draft(URL)));
            List<IssueResult.Issued> issued = issues.stream()
                    .filter(IssueResult.Issued.class::isInstance)
                    .map(IssueResult.Issued.class::cast)
                    .toList();
            assertThat(issued).hasSize(1);
            assertThat(issues.stream().filter(new IssueResult.NoFreeShort()::equals))
                    .hasSize(15);
            assertThat(links().resolve(issued.getFirst().shortToken())).isInstanceOf(ResolveResult.Resolved.class);
        }
    }
}
