package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.Query;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Calls of every command with bytes changed, left out and put in, and with lengths that lie: the door answers or leaves, goes on
 * serving, keeps no memory of it, and logs no secret.
 */
class MutatedFramesTest {
    /** So many frames go over one connection, as far as the door stays. */
    private static final int TOGETHER = 4;

    private static final long MOST_KEPT = 64 << 20;

    private static final List<String> LENGTHS = List.of(
            "-2",
            "-1",
            "0",
            "1048577",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "99999999999999999999",
            "x",
            "");

    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final OpenDoor door = new OpenDoor(store, clock);
    private final String secret = door.secret("shop", OpenDoor.EVERYTHING);
    private final Log log = new Log();

    /** All that is logged, down to the finest. */
    private static final class Log extends Handler {
        private static final Logger LOGGER = Logger.getLogger("dev.yorozu");
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage() + " " + entry.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGER.removeHandler(this);
            LOGGER.setLevel(null);
        }
    }

    @BeforeEach
    void listen() {
        Log.LOGGER.addHandler(log);
        Log.LOGGER.setLevel(Level.ALL);
    }

    @AfterEach
    void close() {
        log.close();
        door.close();
        store.close();
    }

    @Test
    void noBytesBringTheDoorDown() throws IOException {
        SplittableRandom random = new SplittableRandom(Rounds.seed());
        List<byte[]> frames = frames();
        long before = used();
        for (int round = Rounds.of(4_000, 1_000_000) / TOGETHER; round > 0; round--) {
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            if (random.nextInt(10) > 0) {
                sent.writeBytes(frame(List.of("AUTH", secret)));
            }
            for (int i = 0; i < TOGETHER; i++) {
                sent.writeBytes(mutated(frames.get(random.nextInt(frames.size())), random));
            }
            exchange(sent.toByteArray());
            clock.advance(Duration.ofMinutes(1)); // Wrong secrets make an address wait for so long.
        }
        try (Wire wire = Wire.open(door.port(), secret)) {
            assertThat(wire.ask("FLUSHALL")).isEqualTo("+OK\r\n");
            assertThat(wire.ask("DBSIZE")).isEqualTo(":0\r\n");
        }
        assertThat(used() - before).isLessThan(MOST_KEPT);
        String hidden = secret.substring("yrz_shop_".length());
        assertThat(log.lines).noneMatch(line -> line.contains(hidden));
        assertThat(door.host().audit().page(Query.ALL, "", 1_000).events())
                .isNotEmpty()
                .noneMatch(event -> event.toString().contains(hidden));
    }

    /** A frame of each command, also one that shows the secret. */
    private List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        CallOfEach.all().values().stream().flatMap(List::stream).forEach(call -> frames.add(frame(call)));
        frames.add(frame(List.of("AUTH", "shop", secret)));
        frames.add(frame(List.of("HELLO", "3", "AUTH", "shop", secret, "SETNAME", "x")));
        frames.add("SET inline \"a \\x00 value\"\r\n".getBytes(StandardCharsets.US_ASCII));
        return frames;
    }

    private static byte[] frame(List<String> parts) {
        StringBuilder frame = new StringBuilder("*" + parts.size() + "\r\n");
        parts.forEach(part -> frame.append("$")
                .append(part.length())
                .append("\r\n")
                .append(part)
                .append("\r\n"));
        return frame.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] mutated(byte[] frame, SplittableRandom random) {
        String text = new String(frame, StandardCharsets.ISO_8859_1);
        for (int change = random.nextInt(3); change > 0; change--) {
            int at = random.nextInt(text.length());
            char any = (char) random.nextInt(256);
            text = switch (random.nextInt(4)) {
                case 0 -> text.substring(0, at) + any + text.substring(at + 1);
                case 1 -> text.substring(0, at) + text.substring(at + 1);
                case 2 ->
                    text.substring(0, at) + String.valueOf(any).repeat(1 + random.nextInt(100)) + text.substring(at);
                default ->
                    text.replaceFirst(
                            random.nextBoolean() ? "\\*[0-9]+" : "\\$[0-9]+",
                            (random.nextBoolean() ? "\\*" : "\\$") + LENGTHS.get(random.nextInt(LENGTHS.size())));
            };
            if (text.isEmpty()) {
                text = "*";
            }
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends all, and reads until the door has answered what it understood, or has left. */
    private void exchange(byte[] sent) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.setSoTimeout(60_000);
            try {
                socket.getOutputStream().write(sent);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException left) {
                // The door had seen enough.
            }
        }
    }

    private static long used() {
        System.gc();
        Runtime process = Runtime.getRuntime();
        return process.totalMemory() - process.freeMemory();
    }
}
