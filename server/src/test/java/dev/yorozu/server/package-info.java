/** Tests of the running server, over real HTTP. */
@NullMarked
package dev.yorozu.server;

import org.jspecify.annotations.NullMarked;
