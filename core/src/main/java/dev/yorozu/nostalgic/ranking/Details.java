package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Iso;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/** What is kept of an entry besides name and score. */
record Details(Optional<String> displayScore, Optional<Instant> createdAt) {
    static final Details NONE = new Details(Optional.empty(), Optional.empty());

    private static final String DISPLAY_SCORE = "displayScore";
    private static final String CREATED_AT = "createdAt";

    Bytes bytes() {
        return Document.empty()
                .withIfPresent(DISPLAY_SCORE, displayScore)
                .withIfPresent(CREATED_AT, createdAt.map(Iso::text))
                .bytes();
    }

    /** Whoever wrote them: what a page could take for markup is left out. */
    static Details parse(Bytes json) {
        Document document = Document.parse(json).orElse(Document.empty());
        return new Details(
                document.text(DISPLAY_SCORE).filter(Candidate::isShowable),
                document.text(CREATED_AT).flatMap(Iso::parse));
    }
}
