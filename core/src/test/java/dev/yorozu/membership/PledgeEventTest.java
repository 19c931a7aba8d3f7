package dev.yorozu.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of two events of one patron tells of the later moment. */
class PledgeEventTest {
    private static PledgeEvent event(String text) {
        String[] parts = text.trim().split(" ");
        Optional<Instant> charge = parts[0].equals("-")
                ? Optional.empty()
                : Optional.of(Instant.parse("2026-" + parts[0] + "-01T00:00:00Z"));
        return new PledgeEvent(
                "d".repeat(64),
                "4711",
                "m1",
                "members:pledge:" + parts[1],
                Plan.PRO,
                parts[2] + "_patron",
                charge,
                Long.parseLong(parts[3]),
                Instant.parse("2026-06-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        // A later charge decides, whatever else is told.
        "01 update active 100, 02 update active 100, -1",
        "01 delete former 900, 02 update active 100, -1",
        // With the same charge, or where one does not know it, what is over comes last.
        "02 update active 900, 02 delete active 100, -1",
        "02 update active 900, 02 update former 100, -1",
        "- update active 900, 02 delete active 100, -1",
        "02 create active 900, - update former 100, -1",
        // A declined charge is not the end of a pledge.
        "02 update declined 100, 02 update active 200, -1",
        "02 update declined 200, 02 update active 100, 1",
        "02 update declined 200, 02 delete active 100, -1",
        // Then what was given so far.
        "02 update active 100, 02 update active 200, -1",
        "- update active 100, 02 update active 200, -1",
        "- delete active 100, - update former 200, -1",
        // Nothing tells them apart.
        "02 update active 100, 02 create active 100, 0",
        "- delete former 100, 02 delete active 100, 0"
    })
    void whatIsToldOfThePledgeDecides(String one, String other, int order) {
        assertThat(Integer.signum(event(one).compareMoments(event(other)))).isEqualTo(order);
        assertThat(Integer.signum(event(other).compareMoments(event(one)))).isEqualTo(-order);
    }
}
