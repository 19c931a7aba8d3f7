package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.Credential;
import dev.yorozu.nostalgic.board.Posting;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardChange;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.ranking.RankingChange;
import dev.yorozu.store.Order;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is done in one partition is done in one step: a server that is killed at any call leaves nothing to be found. */
@OnEveryStore(costly = true)
final class LeftoversTest extends Suite {
    /** What lies in other partitions, and is taken over or removed by whoever comes next. */
    private static final Set<Damage> ELSEWHERE = Set.of(Damage.MAPPING_WITHOUT_SERVICE, Damage.INDEX_WITHOUT_SERVICE);

    private void killedAtEachCall(
            Function<IntegrityFixture, Service> made, Function<IntegrityFixture, Consumer<IntegrityFixture>> prepared) {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            IntegrityFixture fixture = new IntegrityFixture(store());
            Service service = made.apply(fixture);
            Consumer<IntegrityFixture> action = prepared.apply(fixture);
            FaultyStore faulty = FaultyStore.failing(store(), Fault.KILLED_AFTER, call);
            try {
                action.accept(new IntegrityFixture(faulty));
            } catch (StoreException killed) {
                assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
            }
            reached = faulty.calls() >= call;
            assertThat(found(fixture, service))
                    .as("killed after call %d", call)
                    .extracting(Finding::damage)
                    .allMatch(ELSEWHERE::contains);
            fixture.leave();
        }
    }

    /** What a service that is no more has left is found by a walk alone. */
    private List<Finding> found(IntegrityFixture fixture, Service service) {
        if (store().type(IntegrityFixture.record(service)).isEmpty()) {
            return fixture.check().findings();
        }
        Integrity.Scope one = new Integrity.Scope.One(service.kind(), service.id());
        return fixture.integrity.check(one, done -> {}).findings();
    }

    private static Ownership.Owned owned(Services services, Service service) {
        return (Ownership.Owned)
                services.owned(SiteUrl.parse(service.url(), false).orElseThrow(), IntegrityFixture.TOKEN);
    }

    private static Service only(IntegrityFixture fixture, Services services) {
        return services.find(fixture.url("a")).orElseThrow();
    }

    @Test
    void aMessageThatPushesAnotherOut() {
        killedAtEachCall(fixture -> fixture.board("a"), fixture -> {
            String id = only(fixture, fixture.boards.services()).id();
            return doomed -> doomed.boards.post(id, IntegrityFixture.visitor(9), Contribution.of("one more"));
        });
    }

    @Test
    void aMessageThatIsRemoved() {
        killedAtEachCall(fixture -> fixture.board("b"), fixture -> {
            Service board = fixture.boards.services().find(fixture.url("b")).orElseThrow();
            Posting.Posted posted = (Posting.Posted)
                    fixture.boards.post(board.id(), IntegrityFixture.visitor(9), Contribution.of("mine"));
            Credential credential = new Credential(Optional.of(posted.editToken()), IntegrityFixture.visitor(8));
            return doomed -> doomed.boards.remove(board.id(), posted.messageId(), credential);
        });
    }

    @Test
    void aBoardThatIsMadeShorter() {
        killedAtEachCall(fixture -> fixture.board("a"), fixture -> {
            Service board = only(fixture, fixture.boards.services());
            BoardChange one = new BoardChange(
                    Optional.empty(),
                    Optional.of(1),
                    Optional.empty(),
                    Optional.of(BoardSettings.DEFAULT_ICONS),
                    Optional.empty(),
                    Document.empty());
            return doomed -> doomed.boards.change(owned(doomed.boards.services(), board), one);
        });
    }

    @Test
    void aScoreThatPushesAnotherOut() {
        killedAtEachCall(fixture -> fixture.ranking("a"), fixture -> {
            String id = only(fixture, fixture.rankings.services()).id();
            return doomed ->
                    doomed.rankings.submit(id, IntegrityFixture.visitor(9), "better", 100, Optional.of("!"), 10);
        });
    }

    @Test
    void aScoreOfTheOwners() {
        killedAtEachCall(fixture -> fixture.ranking("a"), fixture -> {
            Service ranking = only(fixture, fixture.rankings.services());
            return doomed ->
                    doomed.rankings.put(owned(doomed.rankings.services(), ranking), "own", 100, Optional.of("!"));
        });
    }

    @Test
    void aRankingThatIsTurnedAroundAndMadeShorter() {
        killedAtEachCall(fixture -> fixture.ranking("a"), fixture -> {
            Service ranking = only(fixture, fixture.rankings.services());
            RankingChange change =
                    new RankingChange(Optional.empty(), Optional.of(1), Optional.of(Order.RISING), Document.empty());
            return doomed -> doomed.rankings.change(owned(doomed.rankings.services(), ranking), change);
        });
    }

    @Test
    void aServiceThatIsDeletedWithItsMarks() {
        killedAtEachCall(fixture -> fixture.counter("a"), fixture -> {
            Service counter = only(fixture, fixture.counters.services());
            return doomed -> doomed.counters.services().delete(owned(doomed.counters.services(), counter));
        });
        killedAtEachCall(fixture -> fixture.like("a"), fixture -> {
            Service like = only(fixture, fixture.likes.services());
            return doomed -> doomed.likes.services().delete(owned(doomed.likes.services(), like));
        });
        killedAtEachCall(fixture -> fixture.ranking("a"), fixture -> {
            Service ranking = only(fixture, fixture.rankings.services());
            return doomed -> doomed.rankings.services().delete(owned(doomed.rankings.services(), ranking));
        });
        killedAtEachCall(fixture -> fixture.board("a"), fixture -> {
            Service board = only(fixture, fixture.boards.services());
            return doomed -> doomed.boards.services().delete(owned(doomed.boards.services(), board));
        });
    }
}
