/** Evidence that a rewrite behind the routes changes nothing for users: over HTTP alone, with all systems on one store. */
@NullMarked
package dev.yorozu.server.upgrade;

import org.jspecify.annotations.NullMarked;
