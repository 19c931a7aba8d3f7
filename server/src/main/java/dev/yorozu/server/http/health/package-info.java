/** How the parts are that the server needs. */
@NullMarked
package dev.yorozu.server.http.health;

import org.jspecify.annotations.NullMarked;
