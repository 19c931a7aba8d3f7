/** What logins must do on every store. */
@NullMarked
package dev.yorozu.store.testkit.login;

import org.jspecify.annotations.NullMarked;
