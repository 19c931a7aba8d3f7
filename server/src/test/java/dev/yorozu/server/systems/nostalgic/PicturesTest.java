package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.nostalgic.like.Icon;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import dev.yorozu.server.systems.nostalgic.image.Theme;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Pictures are well-formed, as large as pages expect, and hold nothing that runs, loads or styles. */
class PicturesTest {
    private static Element parsed(String svg) throws Exception {
        assertThat(svg).doesNotContain("<script", "<style", " style=", "href", " on", "@import");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void countersAreAsWideAsTheirDigits(Theme theme) throws Exception {
        for (String digits : new String[] {"0", "00042", "1234567890"}) {
            Element svg = parsed(Pictures.counter(digits, theme));
            assertThat(svg.getAttribute("height")).isEqualTo("30");
            assertThat(svg.getAttribute("width")).isEqualTo("" + (12 * digits.length() + 20));
            assertThat(svg.getTextContent()).contains(digits);
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void likesAreAllOfOneSize(Theme theme) throws Exception {
        for (Icon icon : Icon.values()) {
            Element svg = parsed(Pictures.like("999999999", icon, theme));
            assertThat(svg.getAttribute("width")).isEqualTo("120");
            assertThat(svg.getAttribute("height")).isEqualTo("40");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "light,LIGHT",
        "dark,DARK",
        "retro,RETRO",
        "kawaii,KAWAII",
        "mom,MOM",
        "final,FINAL",
        "mother,MOM",
        "ff,FINAL",
        "classic,DARK",
        "'',DARK",
        "<b>,DARK"
    })
    void everyNameIsATheme(String name, Theme theme) {
        assertThat(Theme.of(name)).isEqualTo(theme);
    }
}
