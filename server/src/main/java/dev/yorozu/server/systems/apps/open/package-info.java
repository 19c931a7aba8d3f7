/** Apps with all that they work with, as their settings say. */
@NullMarked
package dev.yorozu.server.systems.apps.open;

import org.jspecify.annotations.NullMarked;
