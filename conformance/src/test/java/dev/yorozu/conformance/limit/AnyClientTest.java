package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Limits of clients that are named by any text. */
@OnEveryStore
final class AnyClientTest extends Suite {
    private final String fresh = UUID.randomUUID().toString();
    private final List<String> clients = List.of(
            fresh + "@example.com",
            "2001:db8::" + fresh,
            "花子" + fresh,
            "\uD800" + fresh,
            "?" + fresh,
            "{" + fresh + "}",
            fresh + "a".repeat(1 << 20),
            fresh);

    @Test
    void everyClientHasALimitOfItsOwn() {
        WindowPolicy hour = WindowPolicy.perHour(UserKeys.Endpoint.LOGIN.path(), 2, FailMode.CLOSED);
        WindowPolicy minute = WindowPolicy.perHour("ログイン", 2, FailMode.CLOSED);
        each(minute, new FixedWindow(store(), WindowLayout.DISCORD, clock())::check);
        each(hour, new FixedWindow(store(), WindowLayout.USERS, clock())::check);
        each(minute, new FixedWindow(store(), WindowLayout.PATREON, clock())::check);
        each(minute, new RecordedWindow(store(), PatreonKeys.CRASH_RATE, clock())::check);
        each(minute, new Gcra(store(), clock())::check);
    }

    private void each(WindowPolicy policy, BiFunction<WindowPolicy, String, Decision> limiter) {
        for (String client : clients) {
            assertThat(limiter.apply(policy, client).remaining()).isEqualTo(1);
        }
        for (String client : clients) {
            assertThat(limiter.apply(policy, client).allowed()).isTrue();
            assertThat(limiter.apply(policy, client).allowed()).isFalse();
        }
    }
}
