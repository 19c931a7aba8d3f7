/** The account page of the token store, for the people whose tokens they are. */
@NullMarked
package dev.yorozu.server.systems.tokens.account;

import org.jspecify.annotations.NullMarked;
