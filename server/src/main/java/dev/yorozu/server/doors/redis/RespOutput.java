package dev.yorozu.server.doors.redis;

import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes replies, gathered until they are flushed or many. For use by one thread. */
final class RespOutput {
    private static final int FLUSHED_AT = 65_536;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final OutputStream out;
    private byte[] buffer = new byte[4096];
    private int length;
    private boolean resp3;

    RespOutput(OutputStream out) {
        this.out = out;
    }

    /** Speaks RESP3 from now on, or RESP2. */
    void speak(boolean third) {
        resp3 = third;
    }

    boolean speaksResp3() {
        return resp3;
    }

    void write(Reply reply) throws IOException {
        put(reply);
        if (length >= FLUSHED_AT) {
            flush();
        }
    }

    void flush() throws IOException {
        if (length > 0) {
            out.write(buffer, 0, length);
            out.flush();
            length = 0;
            if (buffer.length > 2 * FLUSHED_AT) {
                buffer = new byte[4096]; // One large reply must not stay for as long as the connection.
            }
        }
    }

    private void put(Reply reply) {
        switch (reply) {
            case Reply.Simple simple -> line('+', simple.text());
            case Reply.Failure failure -> line('-', failure.text());
            case Reply.Int number -> line(':', number.value());
            case Reply.Bulk bulk -> bulk(bulk.value());
            case Reply.Null none -> line(resp3 ? '_' : '$', resp3 ? "" : "-1");
            case Reply.NullArray none -> line(resp3 ? '_' : '*', resp3 ? "" : "-1");
            case Reply.Array array -> items('*', array.items());
            case Reply.Members members -> items(resp3 ? '~' : '*', members.items());
            case Reply.Pairs pairs -> pairs(pairs.items());
            case Reply.Scored scored -> scored(scored.items());
            case Reply.Real real -> real(real.value());
        }
    }

    private void items(char mark, List<Reply> items) {
        line(mark, items.size());
        items.forEach(this::put);
    }

    private void pairs(List<Reply> items) {
        line(resp3 ? '%' : '*', resp3 ? items.size() / 2 : items.size());
        items.forEach(this::put);
    }

    private void scored(List<Reply> items) {
        if (!resp3) {
            items('*', items);
            return;
        }
        line('*', items.size() / 2);
        for (int i = 0; i < items.size(); i += 2) {
            items('*', items.subList(i, i + 2));
        }
    }

    private void real(double value) {
        String text = Numbers.text(value);
        if (resp3) {
            line(',', text);
        } else {
            bulk(Bytes.of(text));
        }
    }

    private void bulk(Bytes value) {
        line('$', value.length());
        reserve(value.length() + 2);
        value.copyTo(buffer, length);
        length += value.length();
        append(LINE_END);
    }

    /** Errors may repeat what a client sent: no line of it may end here. */
    private void line(char mark, String text) {
        reserve(1);
        buffer[length++] = (byte) mark;
        append(oneLine(text).getBytes(StandardCharsets.UTF_8));
        append(LINE_END);
    }

    private void line(char mark, long number) {
        if (number < 0 || number > 9) {
            line(mark, Long.toString(number));
            return;
        }
        reserve(4);
        buffer[length++] = (byte) mark;
        buffer[length++] = (byte) ('0' + number);
        append(LINE_END);
    }

    private static String oneLine(String text) {
        return text.indexOf('\r') < 0 && text.indexOf('\n') < 0
                ? text
                : text.replace('\r', ' ').replace('\n', ' ');
    }

    private void append(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void reserve(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }
}
