package dev.yorozu.nostalgic.ranking;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.text.PlainText;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept of an entry besides name and score.
 *
 * @param spelling the name with what joins its letters or emoji; empty when there is nothing but what is to be seen
 */
record Details(Optional<String> displayScore, Optional<Instant> createdAt, Optional<String> spelling) {
    static final Details NONE = new Details(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String NAME = "name";
    private static final String DISPLAY_SCORE = "displayScore";
    private static final String CREATED_AT = "createdAt";

    static Details of(String name, Optional<String> displayScore, Optional<Instant> createdAt) {
        return new Details(displayScore, createdAt, Optional.of(name).filter(Details::isSpelled));
    }

    Details withName(String name) {
        return of(name, displayScore, createdAt);
    }

    private static boolean isSpelled(String name) {
        return !PlainText.visible(name).equals(name);
    }

    /** The name of a member as it was spelled. */
    String nameOf(Member member) {
        return spelling.filter(name -> Member.of(name).equals(member)).orElseGet(member::name);
    }

    Bytes bytes() {
        return Document.empty()
                .withIfPresent(NAME, spelling)
                .withIfPresent(DISPLAY_SCORE, displayScore)
                .withIfPresent(CREATED_AT, createdAt.map(Iso::text))
                .bytes();
    }

    /** Details as any program may have written them: what a page could take for markup is left out. */
    static Details parse(Bytes json) {
        Document document = Document.parse(json).orElse(Document.empty());
        return new Details(
                document.text(DISPLAY_SCORE).filter(Candidate::isShowable),
                document.text(CREATED_AT).flatMap(Iso::parse),
                document.text(NAME).filter(PlainText::isLine));
    }
}
