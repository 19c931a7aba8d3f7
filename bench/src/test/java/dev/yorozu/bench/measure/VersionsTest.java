package dev.yorozu.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {
    /** The file that the build writes must lie beside the class that reads it. */
    @Test
    void everyVersionIsKnown() {
        assertThat(Versions.describe()).matches("Yorozu \\S+, Nimbus JOSE\\+JWT \\d\\S*, Helidon \\d\\S*");
    }
}
