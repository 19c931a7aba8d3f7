@NullMarked
package dev.yorozu.nostalgic.board;

import org.jspecify.annotations.NullMarked;
