package dev.yorozu.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void aShareOfAllTookNoLonger() {
        Latencies latencies = new Latencies(LongStream.rangeClosed(1, 100)
                .map(micros -> (101 - micros) * 1000)
                .toArray());
        assertThat(latencies.micros(0.5)).isEqualTo(50);
        assertThat(latencies.micros(0.99)).isEqualTo(99);
        assertThat(latencies.micros(1)).isEqualTo(100);
        assertThat(latencies.micros(0)).isEqualTo(1);
    }
}
