package dev.yorozu.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final String COUNTED =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}";
    private static final String CHUNKED =
            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nX-Note: 1\r\n\r\n4\r\n{\"ok\r\n7\r\n\":true}\r\n0\r\n\r\n";

    private final Answer answer = new Answer();

    @Test
    void anAnswerIsWholeWithItsLastByteAndNotBefore() {
        for (String text : new String[] {COUNTED, CHUNKED}) {
            answer.clear();
            for (int i = 0; i < text.length() - 1; i++) {
                assertThat(receive(text.substring(i, i + 1)))
                        .as(text.substring(0, i + 1))
                        .isFalse();
            }
            assertThat(receive(text.substring(text.length() - 1))).isTrue();
            assertThat(answer.body()).isEqualTo("{\"ok\":true}");
            assertThat(answer.status()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerWithoutABodyEndsWithItsHead() {
        assertThat(receive("HTTP/1.1 401 Unauthorized\r\ncontent-length:0\r\n\r\n"))
                .isTrue();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.bodyBytes()).isEmpty();
    }

    @Test
    void headersAboutTheConnectionAreToldApart() {
        receive(COUNTED);
        assertThat(answer.headers()).containsExactly("Content-Type: application/json", "Content-Length: 11");
        assertThat(answer.headers().stream().filter(header -> !Answer.ofConnection(header)))
                .containsExactly("Content-Type: application/json");
    }

    @Test
    void anAnswerThatWasKeptIsTheSameAgain() {
        receive(COUNTED);
        Answer kept = Answer.of(answer.toArray());
        assertThat(kept.headers()).isEqualTo(answer.headers());
        assertThat(kept.body()).isEqualTo("{\"ok\":true}");
    }

    private boolean receive(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, answer.bytes(), answer.filled(), bytes.length);
        return answer.received(bytes.length);
    }
}
