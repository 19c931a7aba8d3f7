/** Boards: messages in the order in which they were posted. */
@NullMarked
package dev.yorozu.nostalgic.board;

import org.jspecify.annotations.NullMarked;
