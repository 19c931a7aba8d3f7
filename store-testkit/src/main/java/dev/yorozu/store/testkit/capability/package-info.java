/** What the capabilities promise, whatever store they stand on. */
@NullMarked
package dev.yorozu.store.testkit.capability;

import org.jspecify.annotations.NullMarked;
