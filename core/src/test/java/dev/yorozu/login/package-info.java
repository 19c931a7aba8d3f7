/** What logins promise without a store. */
@NullMarked
package dev.yorozu.login;

import org.jspecify.annotations.NullMarked;
