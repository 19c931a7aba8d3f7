package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Session;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.HeldClock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client of a door writes counts with the next call, also where days that are over need not be read again. */
class DoorWritesTest {
    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of("systems.nostalgic.zone", "UTC"));
    private final Session client = site.client();

    @AfterEach
    void stop() {
        site.close();
    }

    private Reply call(String... parts) {
        return client.execute(Stream.of(parts).map(Bytes::of).toList());
    }

    private String day(String id, int before) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return NostalgicKeys.COUNTER_DAILY
                .key(id, today.minusDays(before).toString())
                .name();
    }

    private String shown(String id) throws Exception {
        Page.Answer answer =
                site.page().get("/visit", "action", "get", "id", id).isOk();
        return answer.data().get("yesterday") + " of " + answer.data().get("month");
    }

    @Test
    void daysThatAreOverAreShownAsAClientLeftThem() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        String other = site.made("/visit", NostalgicSite.url());
        assertThat(shown(id)).isEqualTo("0 of 0");
        assertThat(shown(other)).isEqualTo("0 of 0");

        assertThat(call("SET", day(id, 1), "5", "EX", "1000")).isEqualTo(Reply.OK);
        assertThat(shown(id)).isEqualTo("5 of 5");
        assertThat(call("MULTI")).isEqualTo(Reply.OK);
        call("SET", day(id, 2), "3", "EX", "1000");
        call("INCR", day(id, 1));
        assertThat(shown(id)).isEqualTo("5 of 5");
        call("EXEC");
        assertThat(shown(id)).isEqualTo("6 of 9");
        assertThat(call("DEL", day(id, 1))).isEqualTo(new Reply.Int(1));
        assertThat(shown(id)).isEqualTo("0 of 3");
        assertThat(shown(other)).isEqualTo("0 of 0");
    }
}
