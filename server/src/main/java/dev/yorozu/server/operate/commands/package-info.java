/** Redis's commands, as operators give them. */
@NullMarked
package dev.yorozu.server.operate.commands;

import org.jspecify.annotations.NullMarked;
