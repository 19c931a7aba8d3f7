/** What credentials must do on every store. */
@NullMarked
package dev.yorozu.conformance.credential;

import org.jspecify.annotations.NullMarked;
