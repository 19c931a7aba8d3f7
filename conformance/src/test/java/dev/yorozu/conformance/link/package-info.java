/** What share links must do on every store. */
@NullMarked
package dev.yorozu.conformance.link;

import org.jspecify.annotations.NullMarked;
