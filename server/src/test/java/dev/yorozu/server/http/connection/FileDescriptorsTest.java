package dev.yorozu.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileDescriptorsTest {
    @ParameterizedTest
    @CsvSource({"8192, 1048576, 8192", "8192, 4096, 2816", "8192, 1024, 512", "100, 1024, 100", "8192, 256, 1"})
    void noMoreConnectionsAreServedThanFilesMayBeOpen(int wanted, long most, int served) {
        assertThat(FileDescriptors.connections(wanted, most)).isEqualTo(served);
    }
}
