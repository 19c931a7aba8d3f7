package dev.yorozu.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Seconds of a clock that stands still, as nanoseconds. */
class ClientDeadlinesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long TIMEOUT = 30 * SECOND;

    private final ClientDeadlines deadlines = new ClientDeadlines(Duration.ofSeconds(30), 500);

    @Test
    void aConnectionMayWaitForARequestButNotWithinOne() {
        deadlines.lineAwaited(5 * SECOND, false);
        assertThat(deadlines.deadline(5 * SECOND)).isEqualTo(Deadline.NONE);

        deadlines.arrived(5 * SECOND, 100 * SECOND, 2);
        deadlines.lineAwaited(100 * SECOND, true);
        assertThat(deadlines.deadline(100 * SECOND)).isEqualTo(100 * SECOND + TIMEOUT);
    }

    @Test
    void noTrickleProlongsLineAndHeaders() {
        for (int second = 1; second < 20; second++) {
            deadlines.lineAwaited(second * SECOND, second > 1);
            deadlines.arrived(second * SECOND, second * SECOND, 1);
            assertThat(deadlines.deadline(second * SECOND)).isEqualTo(SECOND + TIMEOUT);
        }
        deadlines.lineRead(20 * SECOND);
        deadlines.arrived(20 * SECOND, 25 * SECOND, 1);
        assertThat(deadlines.deadline(25 * SECOND)).isEqualTo(SECOND + TIMEOUT);
    }

    @Test
    void theNextRequestHasItsOwnAllowance() {
        deadlines.lineAwaited(0, false);
        deadlines.arrived(0, SECOND, 100);
        deadlines.lineRead(SECOND);
        deadlines.headersRead();
        deadlines.lineAwaited(50 * SECOND, false);
        assertThat(deadlines.deadline(50 * SECOND)).isEqualTo(Deadline.NONE);

        // Part of its line, or all of it, came with the request before.
        deadlines.lineAwaited(60 * SECOND, true);
        assertThat(deadlines.deadline(60 * SECOND)).isEqualTo(60 * SECOND + TIMEOUT);
        deadlines.headersRead();
        deadlines.lineRead(80 * SECOND);
        assertThat(deadlines.deadline(80 * SECOND)).isEqualTo(80 * SECOND + TIMEOUT);
    }

    @Test
    void aSlowBodyThatKeepsTheLeastRateIsReadToItsEnd() {
        deadlines.headersRead();
        long now = 0;
        for (int second = 0; second < 3600; second++) {
            assertThat(deadlines.deadline(now)).isEqualTo(now + TIMEOUT);
            deadlines.arrived(now, now + SECOND, 500);
            now += SECOND;
        }
    }

    @Test
    void aBodyBelowTheLeastRateUsesItsAllowanceUp() {
        deadlines.headersRead();
        long now = 0;
        int reads = 0;
        while (deadlines.deadline(now) > now && reads < 1000) {
            deadlines.arrived(now, now + 10 * SECOND, 1);
            now += 10 * SECOND;
            reads++;
        }
        assertThat(reads).isEqualTo(4);
    }

    @Test
    void whatAnEndpointTakesBetweenTwoReadsIsNotTheClientsFault() {
        deadlines.headersRead();
        deadlines.arrived(0, SECOND, 1);
        assertThat(deadlines.deadline(1000 * SECOND)).isGreaterThan(1028 * SECOND);
    }

    @Test
    void aReplyMayTakeAsLongAsItsBytesDo() {
        assertThat(deadlines.deadline(0, 1_000_000)).isEqualTo(TIMEOUT + 2000 * SECOND);
    }

    @Test
    void ofClearingAndPassingOneSucceeds() {
        Deadline deadline = new Deadline();
        assertThat(deadline.pass(Long.MAX_VALUE)).isFalse();
        deadline.set(5);
        assertThat(deadline.pass(5)).isFalse();
        assertThat(deadline.pass(6)).isTrue();
        assertThat(deadline.pass(7)).isFalse();
        assertThat(deadline.clear()).isFalse();
        deadline.set(5);
        assertThat(deadline.clear()).isTrue();
        assertThat(deadline.pass(6)).isFalse();
    }
}
