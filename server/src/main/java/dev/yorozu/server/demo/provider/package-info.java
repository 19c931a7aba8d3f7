/** A practice identity provider: people to be, a consent page, and the endpoints of OAuth 2. */
@NullMarked
package dev.yorozu.server.demo.provider;

import org.jspecify.annotations.NullMarked;
