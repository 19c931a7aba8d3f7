/** The commands about keys, their kinds and their numbers. */
@NullMarked
package dev.yorozu.server.cli.keys;

import org.jspecify.annotations.NullMarked;
