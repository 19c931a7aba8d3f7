/** Rankings: names by their best scores. */
@NullMarked
package dev.yorozu.nostalgic.ranking;

import org.jspecify.annotations.NullMarked;
