/** Doors beside the servers whose protocols they speak. */
@NullMarked
package dev.yorozu.bench.door;

import org.jspecify.annotations.NullMarked;
