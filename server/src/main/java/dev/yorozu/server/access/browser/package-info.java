/** What systems share whose people sign in with a browser, at a provider elsewhere, and keep their session in a cookie. */
@NullMarked
package dev.yorozu.server.access.browser;

import org.jspecify.annotations.NullMarked;
