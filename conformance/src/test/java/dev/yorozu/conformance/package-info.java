/** Every capability on every store, and the rules of the tree. */
@NullMarked
package dev.yorozu.conformance;

import org.jspecify.annotations.NullMarked;
