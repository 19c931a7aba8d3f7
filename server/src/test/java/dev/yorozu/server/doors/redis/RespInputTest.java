package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespInputTest {
    private static final RespLimits LIMITS = new RespLimits(20, 64, 100);

    private static List<Frame> read(String text, RespLimits limits, int atOnce) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        InputStream in = new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, atOnce));
            }
        };
        RespInput input = new RespInput(in, () -> {});
        List<Frame> frames = new ArrayList<>();
        for (Frame frame = input.next(limits); !(frame instanceof Frame.End); frame = input.next(limits)) {
            frames.add(frame);
        }
        return frames;
    }

    private static List<Frame> read(String text) throws IOException {
        return read(text, LIMITS, Integer.MAX_VALUE);
    }

    private static Frame command(String... parts) {
        return new Frame.Command(List.of(parts).stream()
                .map(part -> Bytes.wrap(part.getBytes(StandardCharsets.ISO_8859_1)))
                .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void commandsAreReadHoweverTheirBytesArrive(int atOnce) throws IOException {
        String two = "*2\r\n$3\r\nGET\r\n$3\r\na\nb\r\n*1\r\n$4\r\nPING\r\n";

        assertThat(read(two + "ping  \r\n", LIMITS, atOnce))
                .containsExactly(command("GET", "a\nb"), command("PING"), command("ping"));
    }

    @Test
    void linesAreWordsInQuotesWhereTheyHoldBlanks() throws IOException {
        assertThat(read("set a \"x \\x41\\n\\\"\"\r\nset b 'it\\'s \\n'\nset c \"\"\n\r\n"))
                .containsExactly(
                        command("set", "a", "x A\n\""),
                        command("set", "b", "it's \\n"),
                        command("set", "c", ""),
                        new Frame.Nothing());
    }

    @Test
    void whatIsTooLargeIsSkippedAndTheNextIsRead() throws IOException {
        String long65 = "$65\r\n" + "x".repeat(65) + "\r\n";
        String long60 = "$60\r\n" + "x".repeat(60) + "\r\n";
        String next = "*1\r\n$4\r\nPING\r\n";

        for (String large : List.of(
                "*2\r\n$1\r\na\r\n" + long65, "*2\r\n" + long60 + long60, "*21\r\n" + "$1\r\na\r\n".repeat(21))) {
            assertThat(read(large + next)).hasSize(2).element(0).isInstanceOf(Frame.TooLarge.class);
            assertThat(read(large + next)).endsWith(command("PING"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*x\r\n",
                "*1\n",
                "*\r\n",
                "*99999999999\r\n",
                "*2000000\r\n",
                "*1\r\n:1\r\n",
                "*1\r\n$-1\r\n",
                "*1\r\n$x\r\n",
                "*1\r\n$999999999\r\n",
                "*1\r\n$1\r\nab\r\n",
                "set \"a\r\n",
                "set \"a\"b\r\n"
            })
    void whatIsNoCommandEndsTheConnection(String malformed) {
        assertThatExceptionOfType(MalformedFrame.class)
                .isThrownBy(() -> read(malformed))
                .withMessageStartingWith("ERR Protocol error: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*17\r\n", "*1\r\n$4097\r\n"})
    void aStrangerHasNothingLargeToSay(String large) {
        assertThatExceptionOfType(MalformedFrame.class)
                .isThrownBy(() -> read(large, RespLimits.STRANGER, 1000))
                .withMessageContaining("unauthenticated");
    }

    @Test
    void aLineWithoutEndIsRefused() {
        assertThatExceptionOfType(MalformedFrame.class)
                .isThrownBy(() -> read("x".repeat(70_000)))
                .withMessageContaining("too big inline request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*0\r\n", "*-1\r\n", "\r\n"})
    void anEmptyCommandHasNoAnswer(String empty) throws IOException {
        assertThat(read(empty)).containsExactly(new Frame.Nothing());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "*2\r\n$3\r\nGET\r\n", "*1\r\n$4\r\nPI", "pin"})
    void whatBreaksOffIsTheEnd(String half) throws IOException {
        assertThat(read(half)).isEmpty();
    }
}
