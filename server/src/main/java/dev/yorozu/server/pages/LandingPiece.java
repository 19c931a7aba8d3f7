package dev.yorozu.server.pages;

import gg.jte.Content;

/** A module with something to show on the start page. */
public interface LandingPiece {
    /** What the start page shows of this module, above its links. */
    Content landing(PageContext page);
}
