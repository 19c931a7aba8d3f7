/** The kit for logins, on the reference store. */
@NullMarked
package dev.yorozu.store.testkit.login;

import org.jspecify.annotations.NullMarked;
