package dev.yorozu.server.pages;

import gg.jte.Content;
import java.util.Optional;

/** A module with something to show on the start page. */
public interface LandingPiece {
    /** What is shown before all else; empty for most. */
    default Optional<Content> invitation(PageContext page) {
        return Optional.empty();
    }

    /** An entry among the links to look around; empty when there is nothing to see yet. */
    default Optional<Content> link(PageContext page) {
        return Optional.empty();
    }
}
