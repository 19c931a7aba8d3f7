/** What caches must do on every store. */
@NullMarked
package dev.yorozu.store.testkit.cache;

import org.jspecify.annotations.NullMarked;
