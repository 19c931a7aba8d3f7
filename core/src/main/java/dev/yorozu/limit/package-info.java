/** How many requests a client may make: fixed windows and evenly spread rates. */
@NullMarked
package dev.yorozu.limit;

import org.jspecify.annotations.NullMarked;
