/** Signed-in sessions: one thing, whether a provider or a password signed the user in. */
@NullMarked
package dev.yorozu.session;

import org.jspecify.annotations.NullMarked;
