/** What all doors share: who comes in, what they may do, and the commands on the store. */
@NullMarked
package dev.yorozu.server.doors;

import org.jspecify.annotations.NullMarked;
