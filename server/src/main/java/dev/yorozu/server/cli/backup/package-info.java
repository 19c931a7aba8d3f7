/** The commands that save a store, bring it back and repair it. */
@NullMarked
package dev.yorozu.server.cli.backup;

import org.jspecify.annotations.NullMarked;
