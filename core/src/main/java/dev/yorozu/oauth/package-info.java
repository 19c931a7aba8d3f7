/** Signing in with an account of another provider: authorization code with PKCE, handing a session over, renewing tokens. */
@NullMarked
package dev.yorozu.oauth;

import org.jspecify.annotations.NullMarked;
