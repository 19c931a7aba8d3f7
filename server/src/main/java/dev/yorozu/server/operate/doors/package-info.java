/** What operators see of the doors. */
@NullMarked
package dev.yorozu.server.operate.doors;

import org.jspecify.annotations.NullMarked;
