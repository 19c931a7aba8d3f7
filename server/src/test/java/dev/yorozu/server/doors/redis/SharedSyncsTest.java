package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.rocks.RocksStore;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often the embedded store waits for the disk while a client writes durably. */
class SharedSyncsTest {
    private static final int WRITES = 100;

    @TempDir
    Path directory;

    private final AtomicInteger syncs = new AtomicInteger();

    private final StoreObserver counting = new StoreObserver() {
        @Override
        public void groupCommitted(int batches) {
            syncs.incrementAndGet();
        }
    };

    private static String bytes(InputStream in, String expected) throws Exception {
        return new String(in.readNBytes(expected.length()), StandardCharsets.US_ASCII);
    }

    @Test
    void theDurableWritesOfOnePipelineShareThem() throws Exception {
        try (Store store =
                        RocksStore.open(directory.resolve("store"), InstantSource.system(), Limits.DEFAULT, counting);
                OpenDoor door = new OpenDoor(store, InstantSource.system());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.setSoTimeout(60_000);
            InputStream in = socket.getInputStream();
            String signIn = "AUTH " + door.secret("shop", OpenDoor.EVERYTHING) + "\r\n";
            socket.getOutputStream().write(signIn.getBytes(StandardCharsets.US_ASCII));
            assertThat(bytes(in, "+OK\r\n")).isEqualTo("+OK\r\n");

            int before = syncs.get();
            StringBuilder expected = new StringBuilder();
            for (int i = 1; i <= WRITES; i++) {
                socket.getOutputStream().write("INCR one\r\n".getBytes(StandardCharsets.US_ASCII));
                String reply = ":" + i + "\r\n";
                expected.append(reply);
                assertThat(bytes(in, reply)).isEqualTo(reply);
            }
            int singly = syncs.get() - before;
            assertThat(singly).as("one write waits for one sync").isGreaterThanOrEqualTo(WRITES);

            before = syncs.get();
            socket.getOutputStream().write("INCR two\r\n".repeat(WRITES).getBytes(StandardCharsets.US_ASCII));
            assertThat(bytes(in, expected.toString())).isEqualTo(expected.toString());
            // The bytes may come in pieces, and the audit log writes too: few, then, not one.
            assertThat(syncs.get() - before).isBetween(1, WRITES / 10);
        }
    }
}
