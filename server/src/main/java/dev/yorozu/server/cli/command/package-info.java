/** What commands have in common. */
@NullMarked
package dev.yorozu.server.cli.command;

import org.jspecify.annotations.NullMarked;
