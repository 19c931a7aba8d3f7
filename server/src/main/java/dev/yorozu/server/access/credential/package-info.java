/** Who calls with a credential, whichever way: its sign-in, what is remembered of it, and what it may call over HTTP. */
@NullMarked
package dev.yorozu.server.access.credential;

import org.jspecify.annotations.NullMarked;
