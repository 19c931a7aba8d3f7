/** The token store: accounts that sign in with a password, their access and refresh tokens, and their devices. */
@NullMarked
package dev.yorozu.server.systems.tokens;

import org.jspecify.annotations.NullMarked;
