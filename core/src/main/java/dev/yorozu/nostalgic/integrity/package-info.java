/**
 * What operators do with counters, likes, rankings and boards: find out whether all that belongs together agrees, set it
 * right where that is certain, delete what is broken, and look at what there is.
 */
@NullMarked
package dev.yorozu.nostalgic.integrity;

import org.jspecify.annotations.NullMarked;
