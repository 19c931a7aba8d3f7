/** Sign-in with any provider of OpenID Connect. */
@NullMarked
package dev.yorozu.server.systems.oidc;

import org.jspecify.annotations.NullMarked;
