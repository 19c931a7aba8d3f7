/** What the owner of a board decides, and how it is changed. */
@NullMarked
package dev.yorozu.nostalgic.board.settings;

import org.jspecify.annotations.NullMarked;
