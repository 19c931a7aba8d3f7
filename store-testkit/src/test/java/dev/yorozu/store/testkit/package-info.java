/** The kit itself, tested. */
@NullMarked
package dev.yorozu.store.testkit;

import org.jspecify.annotations.NullMarked;
