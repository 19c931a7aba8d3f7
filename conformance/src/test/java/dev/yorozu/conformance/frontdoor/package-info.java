/** What the front door for Java programs must do on every store. */
@NullMarked
package dev.yorozu.conformance.frontdoor;

import org.jspecify.annotations.NullMarked;
