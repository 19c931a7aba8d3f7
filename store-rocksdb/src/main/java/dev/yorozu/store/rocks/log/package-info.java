/** The engine's write-ahead log, read without the engine, to tell a torn end from damage. */
@NullMarked
package dev.yorozu.store.rocks.log;

import org.jspecify.annotations.NullMarked;
