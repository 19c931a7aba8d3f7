/** Signed-in sessions: one thing, whoever signed the user in. What differs between systems is a layout and a policy. */
@NullMarked
package dev.yorozu.session;

import org.jspecify.annotations.NullMarked;
