/** What caches must do on every store. */
@NullMarked
package dev.yorozu.conformance.cache;

import org.jspecify.annotations.NullMarked;
