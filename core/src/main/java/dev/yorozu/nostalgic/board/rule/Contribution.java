package dev.yorozu.nostalgic.board.rule;

import java.util.List;
import java.util.Optional;

/**
 * What a visitor wants to say.
 *
 * @param author without one a new message has the usual author, and a changed one keeps its own
 * @param icon without one a changed message keeps its own; a blank one takes it away
 * @param selects what was chosen, in the order of the board's selects; without one a changed message keeps its own, and
 *     a blank one takes it away
 */
public record Contribution(
        Optional<String> author, String text, Optional<String> icon, List<Optional<String>> selects) {
    public Contribution {
        selects = List.copyOf(selects);
    }

    /** Words alone. */
    public static Contribution of(String text) {
        return new Contribution(Optional.empty(), text, Optional.empty(), List.of());
    }
}
