package dev.yorozu.conformance.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.once.Replays;
import dev.yorozu.once.Replays.Meeting;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that are repeated with the key of the first. */
@OnEveryStore(heldClock = true)
final class ReplaysTest extends Suite {
    private static final int THREADS = 16;

    private final String app = "app-" + RandomTokens.secure().hex(4);

    private Meeting begin(String caller, String key, String request) {
        return new Replays(store(), app, RandomTokens.secure()).begin(caller, key, request);
    }

    private Replays.Work first(String key) {
        return ((Meeting.First) begin("web", key, "request")).work();
    }

    @Test
    void whatWasAnsweredIsAnsweredAgain() {
        first("key-1").answered("{\"session\":\"a secret\"}");

        assertThat(begin("web", "key-1", "request")).isEqualTo(new Meeting.Answered("{\"session\":\"a secret\"}"));
        assertThat(begin("web", "key-1", "another request")).isEqualTo(new Meeting.Another());
        assertThat(begin("mobile", "key-1", "request")).isInstanceOf(Meeting.First.class);
        assertThat(begin("web", "key-2", "request")).isInstanceOf(Meeting.First.class);
    }

    @Test
    void ofAllWhoSendTheSameOneWorks() throws Exception {
        List<Meeting> meetings = Race.run(THREADS, () -> begin("web", "key-1", "request"));

        assertThat(meetings).filteredOn(Meeting.First.class::isInstance).hasSize(1);
        assertThat(meetings).filteredOn(Meeting.Working.class::isInstance).hasSize(THREADS - 1);
    }

    @Test
    void aCallThatFailedCanBeSentAgain() {
        first("key-1").failed();

        assertThat(begin("web", "key-1", "request")).isInstanceOf(Meeting.First.class);
    }

    @Test
    void aServerThatStoppedIsWaitedForAMinute() {
        Replays.Work lost = first("key-1");
        assertThat(begin("web", "key-1", "request")).isEqualTo(new Meeting.Working());

        storeClock().ifPresent(clock -> {
            clock.advance(Duration.ofMinutes(1));
            Replays.Work second = first("key-1");
            lost.answered("late");
            assertThat(begin("web", "key-1", "request")).isEqualTo(new Meeting.Working());
            second.answered("right");
            lost.failed();
            assertThat(begin("web", "key-1", "request")).isEqualTo(new Meeting.Answered("right"));
        });
    }

    @Test
    void theStoreHoldsNeitherKeyNorAnswer() {
        first("a key of the client").answered("an answer with a secret");

        String stored = store().get(AppKeys.REPLAY.key(app, Digests.base64url("web\na key of the client")))
                .orElseThrow()
                .text();
        assertThat(stored).doesNotContain("a key of the client", "an answer with a secret");
    }
}
