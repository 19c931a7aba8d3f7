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
    IntegrityFixture fixture;
    Service counter;
    Service like;
    Service ranking;
    Service board;

    @BeforeEach
    void soundServices() {
        fixture = new IntegrityFixture(store());
        counter = fixture.counter("a");
        like = fixture.like("a");
        ranking = fixture.ranking("a");
        board = fixture.board("a");
        assertThat(fixture.check().findings()).isEmpty();
    }

    @AfterEach
    void leave() {
        fixture.leave();
    }

    /** Does damage, and expects that it is found, that looking changes nothing, and that the repair undoes it exactly. */
    void assertUndone(Damage damage, Runnable harm) {
        SortedMap<String, String> before = fixture.dump();
        harm.run();
        assertFound(damage, true);
        assertRepaired(damage);
        assertThat(fixture.dump()).isEqualTo(before);
    }

    /** Does damage that nobody can undo, and expects that it is found, and that a repair leaves everything as it is. */
    Finding assertLeft(Damage damage, Runnable harm) {
        harm.run();
        Finding finding = assertFound(damage, false);
        SortedMap<String, String> broken = fixture.dump();
        Report report = fixture.fix();
        assertThat(damages(report.findings())).containsOnly(damage);
        assertThat(report.repaired()).isEmpty();
        assertThat(fixture.dump()).isEqualTo(broken);
        return finding;
    }

    Finding assertFound(Damage damage, boolean repairable) {
        SortedMap<String, String> broken = fixture.dump();
        Report report = fixture.check();
        assertThat(damages(report.findings())).containsOnly(damage);
        assertThat(report.findings()).allMatch(finding -> finding.repairable() == repairable);
        assertThat(report.isSound()).isEqualTo(damage.isNote());
        assertThat(fixture.dump()).isEqualTo(broken);
        return report.findings().getFirst();
    }

    void assertRepaired(Damage damage) {
        Report report = fixture.fix();
        assertThat(damages(report.repaired())).containsOnly(damage);
        assertThat(report.findings()).isEmpty();
        assertThat(fixture.check().findings()).isEmpty();
    }

    static List<Damage> damages(List<Finding> findings) {
        return findings.stream().map(Finding::damage).toList();
    }
}
