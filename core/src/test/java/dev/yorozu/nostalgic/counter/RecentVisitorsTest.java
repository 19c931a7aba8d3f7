package dev.yorozu.nostalgic.counter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentVisitorsTest {
    private final RecentVisitors recent = new RecentVisitors();

    @Test
    void visitorsOfTheSamePlaceAreRememberedBesideEachOther() {
        for (int i = 1; i <= 4; i++) {
            assertThat(recent.mayHave("", user(i))).isFalse();
            recent.add("", user(i));
        }
        for (int i = 1; i <= 4; i++) {
            assertThat(recent.mayHave("", user(i))).isTrue();
        }
    }

    @Test
    void ofMoreTheFirstIsForgotten() {
        for (int i = 1; i <= 5; i++) {
            recent.add("", user(i));
        }
        assertThat(recent.mayHave("", user(1))).isFalse();
        assertThat(recent.mayHave("", user(5))).isTrue();
    }

    /** All of these have the same places. */
    private static String user(int number) {
        return "12345678%08x".formatted(number);
    }
}
