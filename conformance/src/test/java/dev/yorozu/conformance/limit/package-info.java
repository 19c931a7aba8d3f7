/** What limits must do on every store. */
@NullMarked
package dev.yorozu.conformance.limit;

import org.jspecify.annotations.NullMarked;
