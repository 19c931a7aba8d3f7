package dev.yorozu.nostalgic.board.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
    private static final Rules RULES = new Rules(List.of("ass", "Viagra", "死ね", "バカ野郎", "сука"));

    private static Rules.Verdict judge(String author, String text) {
        return RULES.judge(
                new Contribution(Optional.of(author), text, Optional.empty(), List.of()),
                BoardSettings.standard(),
                Optional.empty());
    }

    private static Rules.Fine fine(String text) {
        Rules.Verdict verdict = judge("", text);
        assertThat(verdict).as(text).isInstanceOf(Rules.Fine.class);
        return (Rules.Fine) verdict;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x",
                "see HTTPS://Example.org/a",
                "ftp://a.b",
                "hxxp://a",
                "www.example",
                "例えばwww.example.jpです",
                "example.com",
                "サイトはexample.comです",
                "Example.CO.JP!",
                "ｅｘａｍｐｌｅ．ｃｏｍ",
                "exa\u200Bmple.com",
                "a.b.c.net",
                "spam.top/win",
                "bit.ly/x",
                "日本語.jp",
                "(evil.xyz)",
                "foo.com.",
                "my-site.info"
            })
    void addressesAreRefused(String text) {
        assertThat(judge("", text)).isEqualTo(new Rules.Wrong(Reason.URLS));
        if (text.length() <= 20) {
            assertThat(judge(text, "hello")).isEqualTo(new Rules.Wrong(Reason.URLS));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo.bar is a name",
                "v1.2",
                "3.14159",
                "e.g. this, i.e. that...",
                "ASP.NET and VB.net are fine",
                "README.md",
                "end.Next sentence.It goes on",
                "wait...what",
                "mail me at someone@example.com",
                "node.js",
                "12:30 // a comment",
                "and/or",
                "www",
                "I like it.top of the world",
                "http is a protocol",
                "今日は晴れ。comは使わない",
                "a:b"
            })
    void whatIsNoAddressIsNot(String text) {
        fine(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aaaaa", "wwwwwwww", "あーーーーー", "ok!!!!!", "😀😀😀😀😀", "\n\n\n\n\nx"})
    void fiveOfACharacterInARowAreTooMany(String text) {
        assertThat(judge("", text + "x")).isEqualTo(new Rules.Wrong(Reason.REPETITION));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aaaa b aaaa", "        drawing", "　　　　　　全角", "wWwWwWwW", "😀😃😀😃😀😃"})
    void fewerOrSpacesAreNot(String text) {
        fine(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "you ass",
                "ASS!",
                "ａｓｓ",
                "a\u200Dss",
                "assです",
                "このass野郎",
                "buy viagra now",
                "お前死ねよ",
                "このバカ野郎め",
                "ﾊﾞｶ野郎",
                "вот сука."
            })
    void forbiddenWordsAreFound(String text) {
        assertThat(judge("", text)).isEqualTo(new Rules.Wrong(Reason.WORDS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "assign", "a s s", "glass-bead", "ass2", "viagrade", "死 ね", "バカンス", "барсукам"})
    void partsOfOtherWordsAreNot(String text) {
        fine(text);
    }

    @Test
    void noLetterCanBeForbidden() {
        for (String letter : List.of("a", "死", "𠮷", " x ", "", "\u200Ba")) {
            assertThatThrownBy(() -> new Rules(List.of(letter))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatCannotBeShownIsTakenOut() {
        assertThat(fine("  a\0\u0007\r\nb\rc\td\u202E\u2066e\ud800 \n ").text()).isEqualTo("  a\nb\nc de");
        assertThat(((Rules.Fine) judge(" A\nB\u202D ", "x")).author()).isEqualTo("A B");
        assertThat(((Rules.Fine) judge(" ", "x")).author()).isEqualTo("名無しさん");
        // Marks of right-to-left scripts and joined emoji stay.
        assertThat(fine("שלום\u200F! 👩\u200D👩\u200D👧").text()).isEqualTo("שלום\u200F! 👩\u200D👩\u200D👧");
    }

    /** Fillers, marks of width nothing, blank Braille, selectors and what turns writing around. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u200B",
                "\u200B \u2060\uFEFF",
                "\u3164\u3164",
                "\u115F\u1160",
                "\uFFA0",
                "\u2800",
                "\u00AD",
                "\u200E\u200F\u061C",
                "\uFE0F\uFE0E",
                "\u034F",
                "\u180E",
                "\u00A0\u2007\u202F",
                "\uDB40\uDC41"
            })
    void whatNobodySeesIsNoMessageAndNoAuthor(String text) {
        assertThat(judge("", text)).isEqualTo(new Rules.Wrong(Reason.NOTHING_TO_SEE));
        assertThat(judge(text, "x")).isEqualTo(new Rules.Wrong(Reason.NOBODY_TO_SEE));
        assertThat(judge("\u202E", "x")).isEqualTo(new Rules.Wrong(Reason.NOBODY_TO_SEE));
        fine(text + "x");
    }

    /** What was mixed in does not hide an address or a word either. */
    @Test
    void whatNobodySeesHidesNothing() {
        assertThat(judge("", "exa\u3164mple.com")).isEqualTo(new Rules.Wrong(Reason.URLS));
        assertThat(judge("", "buy via\uFE0Fgra")).isEqualTo(new Rules.Wrong(Reason.WORDS));
        String persian = "می\u200Cخواهم";
        String hindi = "क्\u200Dष";
        assertThat(fine(persian).text()).isEqualTo(persian);
        assertThat(fine(hindi).text()).isEqualTo(hindi);
        assertThat(fine("❤\uFE0F").text()).isEqualTo("❤\uFE0F");
    }

    @Test
    void lengthsCountCharacters() {
        String text = "😀😃".repeat(210);
        assertThat(fine(text).text()).isEqualTo(text);
        assertThat(judge("", text + "!")).isEqualTo(new Rules.Wrong(Reason.MESSAGE));
        assertThat(judge("", "\u202E \n")).isEqualTo(new Rules.Wrong(Reason.MESSAGE));
        assertThat(judge("😀😃".repeat(10), "x")).isInstanceOf(Rules.Fine.class);
        assertThat(judge("😀😃".repeat(10) + "!", "x")).isEqualTo(new Rules.Wrong(Reason.AUTHOR));
    }

    @Test
    void settingsHoldNoMarkup() {
        for (String evil : List.of("<b>", "a&b", "\"", "'", "`", "a\nb", "", " ", "\u202E")) {
            assertThatThrownBy(() -> new Select("label", List.of(evil))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new Select(evil, List.of("a"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new BoardSettings("t", 1, 1, List.of(evil), List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        Select select = new Select("a", List.of("b", "https://example.org/smile.png"));
        assertThatThrownBy(() -> new BoardSettings("t", 1, 1, List.of(), List.of(select, select)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Select("a", List.of("b", "b"))).isInstanceOf(IllegalArgumentException.class);
    }
}
