/** Logins whose truth is a ledger for each user: refresh tokens, and the access tokens issued with them. */
@NullMarked
package dev.yorozu.token.ledger;

import org.jspecify.annotations.NullMarked;
