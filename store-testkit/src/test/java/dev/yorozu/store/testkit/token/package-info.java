/** The kit for tokens, on the reference store. */
@NullMarked
package dev.yorozu.store.testkit.token;

import org.jspecify.annotations.NullMarked;
