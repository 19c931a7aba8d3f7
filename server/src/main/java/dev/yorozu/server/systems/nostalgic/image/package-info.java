/** Counters and like buttons as pictures, in the themes that pages choose from. */
@NullMarked
package dev.yorozu.server.systems.nostalgic.image;

import org.jspecify.annotations.NullMarked;
