/** What locks must do on every store. */
@NullMarked
package dev.yorozu.conformance.lock;

import org.jspecify.annotations.NullMarked;
