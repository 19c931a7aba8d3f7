/**
 * The endpoints of OAuth 2.0 that every system with tokens has alike: introspection (RFC 7662) and revocation (RFC 7009) for
 * programs with a credential, and metadata (RFC 8414).
 */
@NullMarked
package dev.yorozu.server.oauth;

import org.jspecify.annotations.NullMarked;
