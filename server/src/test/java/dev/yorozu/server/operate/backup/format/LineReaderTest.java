package dev.yorozu.server.operate.backup.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final Limits SMALL = new Limits(64, 1024, 128, 128);

    /** Text without an end, and how much of it was read. */
    private static final class Endless extends InputStream {
        private final byte[] begin;
        private final String repeated;
        private long given;

        Endless(String begin, String repeated) {
            this.begin = begin.getBytes(StandardCharsets.UTF_8);
            this.repeated = repeated;
        }

        @Override
        public int read() {
            long at = given++;
            return at < begin.length
                    ? begin[(int) at]
                    : repeated.charAt((int) ((at - begin.length) % repeated.length()));
        }
    }

    private static long refusedAfter(String begin, String repeated, Limits limits) {
        Endless endless = new Endless(begin, repeated);
        assertThatThrownBy(() -> new LineReader(endless, limits).next()).isInstanceOf(DamagedBackup.class);
        return endless.given;
    }

    @Test
    void whatNoStoreCouldHaveWrittenIsRefusedWhileItIsRead() {
        assertThat(refusedAfter("{\"key\":\"", "a", SMALL)).isLessThan(80);
        assertThat(refusedAfter("{\"key\":\"", "\\u0061", SMALL)).isLessThan(6 * 70);
        assertThat(refusedAfter("{\"key\":\"a\",\"type\":\"string\",\"value\":\"", "a", SMALL))
                .isLessThan(2_000);
        assertThat(refusedAfter("{\"key\":\"a\",\"type\":\"set\",\"elements\":[\"\"", ",\"a\"", SMALL))
                .isLessThan(7 << 20);
        assertThat(refusedAfter("{\"row\":[\"", "a", SMALL)).isLessThan(9 << 20);
        assertThat(refusedAfter("", " ", SMALL)).isLessThan(7 << 20);
        assertThat(refusedAfter("{\"key\":\"", "a", Limits.DEFAULT)).isLessThan(1_100);
        assertThat(refusedAfter("{\"key\":\"a\",\"type\":\"string\",\"value\":\"", "a", Limits.DEFAULT))
                .isLessThan(3 << 19);
    }

    /** The longest of everything, in the form that takes the most room. */
    @Test
    void whatAStoreCouldHaveWrittenIsRead() throws IOException {
        Bytes control = Bytes.wrap(new byte[1024]);
        byte[] noText = new byte[1024];
        Arrays.fill(noText, (byte) 0xff);
        List<Part.Field> fields = new ArrayList<>();
        for (int i = 0; i < Parts.ELEMENTS; i++) {
            fields.add(new Part.Field(control, Bytes.wrap(noText)));
        }
        Key key = Key.of("\"\\\u0001".repeat(21));
        for (Part part : List.of(new Part.Text(control), new Part.Text(Bytes.wrap(noText)), new Part.Fields(fields))) {
            byte[] line = LineJson.encode(new Line.Start(key, Optional.empty(), part));
            byte[] ended = Arrays.copyOf(line, line.length + 1);
            ended[line.length] = '\n';

            LineReader reader = new LineReader(new ByteArrayInputStream(ended), SMALL);

            assertThat(reader.next()).isEqualTo(line);
            assertThat(reader.ended()).isTrue();
        }
    }
}
