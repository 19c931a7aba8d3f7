/** The user API: accounts that sign in with a password, their sessions and signed tokens, and what is limited by the hour. */
@NullMarked
package dev.yorozu.server.systems.users;

import org.jspecify.annotations.NullMarked;
