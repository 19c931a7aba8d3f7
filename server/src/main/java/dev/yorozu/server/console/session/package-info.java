/** Who is at the console, and the cookie by which a browser is known. */
@NullMarked
package dev.yorozu.server.console.session;

import org.jspecify.annotations.NullMarked;
