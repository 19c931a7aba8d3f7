/** What logins must do on every store. */
@NullMarked
package dev.yorozu.conformance.login;

import org.jspecify.annotations.NullMarked;
