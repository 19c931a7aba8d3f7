package dev.yorozu.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private static final int SIZE = 100;

    @Test
    void everyUserAsksOnceBeforeAnyAsksAgain() {
        Crowd crowd = new Crowd(SIZE);
        List<Integer> asked = new ArrayList<>();
        while (!crowd.isComplete()) {
            asked.add(crowd.next());
        }
        assertThat(asked).hasSize(SIZE).doesNotHaveDuplicates();
        assertThat(crowd.next()).isBetween(0, SIZE - 1);
    }
}
