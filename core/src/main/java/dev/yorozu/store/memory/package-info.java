/** The reference store: all in memory, plain data structures, the semantics that every other store is compared with. */
@NullMarked
package dev.yorozu.store.memory;

import org.jspecify.annotations.NullMarked;
