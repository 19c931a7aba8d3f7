package dev.yorozu.server.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void amountsAreShort() {
        assertThat(Amounts.bytes(1023)).isEqualTo("1023 B");
        assertThat(Amounts.bytes(1536)).isEqualTo("1.5 KiB");
        assertThat(Amounts.bytes(50L << 30)).isEqualTo("50 GiB");
        assertThat(Amounts.duration(Duration.ofSeconds(3_723))).isEqualTo("1h 2m");
        assertThat(Amounts.duration(Duration.ofDays(400))).isEqualTo("400d");
        assertThat(Amounts.duration(Duration.ofMillis(800))).isEqualTo("800ms");
        assertThat(Amounts.percent(1, 3)).isEqualTo("33 %");
        assertThat(Amounts.percent(0, 0)).isEqualTo("–");
        assertThat(Amounts.keys(1)).isEqualTo("1 key");
        assertThat(Amounts.keys(1_234_567)).isEqualTo("1,234,567 keys");
    }

    @Test
    void barsKeepTheirWidthAndShowTheSmallest() {
        assertThat(Bars.bar(1, 2, 4)).isEqualTo("██  ");
        assertThat(Bars.bar(1, 1_000_000, 4)).isEqualTo("▏   ");
        assertThat(Bars.bar(5, 5, 4)).isEqualTo("████");
        assertThat(Bars.bar(0, 5, 4)).isEqualTo("    ");
        assertThat(Bars.columns(List.of(0L, 1L, 50L, 100L))).isEqualTo("·▁▄█");
    }

    @Test
    void valuesCannotPlayWithTheTerminal() {
        assertThat(ValueText.printable(Bytes.of("red \u001b[31m\u202e\nnext")))
                .isEqualTo("red \\u001b[31m\\u202e\\nnext");
        assertThat(ValueText.printable(Bytes.of(new byte[] {(byte) 0xff, 0x00})))
                .isEqualTo("0xff00");
        assertThat(ValueText.printable("万屋 💡")).isEqualTo("万屋 💡");
    }
}
