@NullMarked
package dev.yorozu.nostalgic.board.rule;

import org.jspecify.annotations.NullMarked;
