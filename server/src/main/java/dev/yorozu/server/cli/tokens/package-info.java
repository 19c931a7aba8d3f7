/** The commands about tokens and the keys that sign them. */
@NullMarked
package dev.yorozu.server.cli.tokens;

import org.jspecify.annotations.NullMarked;
