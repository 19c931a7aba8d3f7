/**
 * The endpoints of OAuth 2.0 that every system with tokens has alike, for programs with a credential: introspection (RFC 7662) and
 * revocation (RFC 7009).
 */
@NullMarked
package dev.yorozu.server.oauth;

import org.jspecify.annotations.NullMarked;
