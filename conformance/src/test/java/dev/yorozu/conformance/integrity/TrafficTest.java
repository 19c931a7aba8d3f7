package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.store.testkit.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Checks and repairs beside people who use, make and delete services. */
@OnEveryStore
final class TrafficTest extends IntegritySuite {
    private static final int ROUNDS = 40;

    /** What a service passes through: in a loop that makes one again and again, two looks can meet two such moments. */
    private static final Set<Damage> PASSING = Set.of(
            Damage.MAPPING_WITHOUT_SERVICE,
            Damage.INDEX_WITHOUT_SERVICE,
            Damage.SERVICE_WITHOUT_MAPPING,
            Damage.SERVICE_NOT_INDEXED,
            Damage.LEFTOVER,
            Damage.DETAILS_OF_NOBODY,
            Damage.EDITS_OF_NOBODY);

    @Test
    void repairsBesideTrafficHarmNothing() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Callable<List<Finding>>> everybody = new ArrayList<>();
        everybody.add(() -> {
            List<Finding> found = new ArrayList<>();
            while (!over.get()) {
                Report report = fixture.fix();
                found.addAll(report.repaired());
                found.addAll(report.findings());
            }
            return found;
        });
        everybody.add(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    use(i);
                    makeAndDelete("t" + i % 3);
                }
                return List.of();
            } finally {
                over.set(true);
            }
        });
        List<List<Finding>> outcomes = Race.run(everybody);
        assertThat(damages(outcomes.getFirst())).isSubsetOf(PASSING);
        assertThat(fixture.check().findings()).isEmpty();
        assertThat(fixture.counters.view(counter.id()).orElseThrow().counts().total())
                .isEqualTo(3 + ROUNDS);
        assertThat(fixture.counters.services().owned(fixture.url("a"), IntegrityFixture.TOKEN))
                .isInstanceOf(Ownership.Owned.class);
        assertThat(fixture.boards
                        .view(board.id(), Optional.empty())
                        .orElseThrow()
                        .totalMessages())
                .isEqualTo(3);
    }

    private void use(int i) {
        fixture.counters.visit(counter.id(), IntegrityFixture.visitor(100 + i));
        fixture.likes.toggle(like.id(), IntegrityFixture.visitor(1));
        fixture.rankings.submit(
                ranking.id(), IntegrityFixture.visitor(100 + i), "new" + i, 100 + i, Optional.empty(), 1);
        fixture.boards.post(board.id(), IntegrityFixture.visitor(100 + i), Contribution.of("More " + i));
    }

    private void makeAndDelete(String path) {
        SiteUrl url = fixture.url(path);
        fixture.counters.create(url, IntegrityFixture.TOKEN, Document.empty());
        fixture.boards.create(url, IntegrityFixture.TOKEN, BoardSettings.standard(), Document.empty());
        fixture.rankings.create(url, IntegrityFixture.TOKEN, RankingSettings.standard(), Document.empty());
        for (Services services :
                List.of(fixture.counters.services(), fixture.boards.services(), fixture.rankings.services())) {
            Ownership owned = services.owned(url, IntegrityFixture.TOKEN);
            assertThat(owned).isInstanceOf(Ownership.Owned.class);
            assertThat(services.delete((Ownership.Owned) owned)).isTrue();
        }
    }
}
