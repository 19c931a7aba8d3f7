/** What may be said on a board, and why a message is refused. */
@NullMarked
package dev.yorozu.nostalgic.board.rule;

import org.jspecify.annotations.NullMarked;
