/** Counters, likes, rankings and boards over HTTP, as pages that embed them call them. */
@NullMarked
package dev.yorozu.server.systems.nostalgic;

import org.jspecify.annotations.NullMarked;
