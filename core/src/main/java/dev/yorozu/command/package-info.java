/** Redis commands over the store port, for the doors: one table of commands, and transactions of them. */
@NullMarked
package dev.yorozu.command;

import org.jspecify.annotations.NullMarked;
