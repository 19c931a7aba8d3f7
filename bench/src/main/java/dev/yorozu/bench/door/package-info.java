/** Doors: beside the servers whose protocols they speak, and one key by those over HTTP beside a bare handler. */
@NullMarked
package dev.yorozu.bench.door;

import org.jspecify.annotations.NullMarked;
