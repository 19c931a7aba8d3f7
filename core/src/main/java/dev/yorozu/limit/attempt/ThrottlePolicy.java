package dev.yorozu.limit.attempt;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import java.time.Duration;

/**
 * How many attempts strangers have at one account.
 *
 * @param name tells the systems apart that have accounts; part of the keys
 * @param hourly how many wrong ones in any hour before strangers are slowed down, and how many an address has that signed in
 *     there before
 */
public record ThrottlePolicy(String name, int hourly) {
    /** How many failed attempts all strangers together have at one account in any day. */
    static final int DAILY = 1000;

    /** While strangers are slowed down, so often one of them is heard that has failed nowhere in the last hour. */
    static final Duration TURN = Duration.ofSeconds(10);

    /** And so often one that has. */
    static final Duration LATER_TURN = Duration.ofMinutes(1);

    AttemptPolicy burst() {
        return AttemptPolicy.perHour(name + "-account", hourly, AttemptPolicy.AfterSuccess.GIVE_BACK);
    }

    AttemptPolicy strangers() {
        return new AttemptPolicy(name + "-strangers", DAILY, Duration.ofDays(1), AttemptPolicy.AfterSuccess.GIVE_BACK);
    }

    AttemptPolicy known() {
        return AttemptPolicy.perHour(name + "-known", hourly, AttemptPolicy.AfterSuccess.GIVE_BACK);
    }

    WindowPolicy turn() {
        return new WindowPolicy(name + "-turn", 1, TURN, FailMode.CLOSED);
    }

    WindowPolicy laterTurn() {
        return new WindowPolicy(name + "-later-turn", 1, LATER_TURN, FailMode.CLOSED);
    }
}
