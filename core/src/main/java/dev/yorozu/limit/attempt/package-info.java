/** How often passwords may be tried, so that guessing is slow and locks no owner out. */
@NullMarked
package dev.yorozu.limit.attempt;

import org.jspecify.annotations.NullMarked;
