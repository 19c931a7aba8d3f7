package dev.yorozu.conformance.integrity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.integrity.Damage;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the parts of the contract share: sound services, and the ways in which damage is found and repaired. */
@SuppressWarnings("NullAway.Init") // Its fields are set before each test.
abstract class IntegritySuite extends Suite {
    IntegrityFixture scene;
    Service counter;
    Service like;
    Service ranking;
    Service board;

    @BeforeEach
    void soundServices() {
        scene = new IntegrityFixture(store());
        counter = scene.counter("a");
        like = scene.like("a");
        ranking = scene.ranking("a");
        board = scene.board("a");
        assertThat(scene.check().findings()).isEmpty();
    }

    @AfterEach
    void leave() {
        scene.leave();
    }

    /** Does damage, and expects that it is found, that looking changes nothing, and that the repair undoes it exactly. */
    void assertUndone(Damage damage, Runnable harm) {
        SortedMap<String, String> before = scene.dump();
        harm.run();
        assertFound(damage, true);
        assertRepaired(damage);
        assertThat(scene.dump()).isEqualTo(before);
    }

    /** Does damage that nobody can undo, and expects that it is found, and that a repair leaves everything as it is. */
    Finding assertLeft(Damage damage, Runnable harm) {
        harm.run();
        Finding finding = assertFound(damage, false);
        SortedMap<String, String> broken = scene.dump();
        Report report = scene.fix();
        assertThat(damages(report.findings())).containsOnly(damage);
        assertThat(report.repaired()).isEmpty();
        assertThat(scene.dump()).isEqualTo(broken);
        return finding;
    }

    Finding assertFound(Damage damage, boolean repairable) {
        SortedMap<String, String> broken = scene.dump();
        Report report = scene.check();
        assertThat(damages(report.findings())).containsOnly(damage);
        assertThat(report.findings()).allMatch(finding -> finding.repairable() == repairable);
        assertThat(report.isSound()).isEqualTo(damage.isNote());
        assertThat(scene.dump()).isEqualTo(broken);
        return report.findings().getFirst();
    }

    void assertRepaired(Damage damage) {
        Report report = scene.fix();
        assertThat(damages(report.repaired())).containsOnly(damage);
        assertThat(report.findings()).isEmpty();
        assertThat(scene.check().findings()).isEmpty();
    }

    static List<Damage> damages(List<Finding> findings) {
        return findings.stream().map(Finding::damage).toList();
    }
}
