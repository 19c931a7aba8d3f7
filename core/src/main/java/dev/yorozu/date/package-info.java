/** Dates as texts, read in the way in which the programs that came before read them. */
@NullMarked
package dev.yorozu.date;

import org.jspecify.annotations.NullMarked;
