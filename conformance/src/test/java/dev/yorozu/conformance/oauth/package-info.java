/** What signing in with somebody else's account must do on every store. */
@NullMarked
package dev.yorozu.conformance.oauth;

import org.jspecify.annotations.NullMarked;
