/** Brings the data of other programs that keep the same keys into a store. */
@NullMarked
package dev.yorozu.server.operate.moving;

import org.jspecify.annotations.NullMarked;
