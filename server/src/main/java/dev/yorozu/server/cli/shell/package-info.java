/** The shell for Redis's commands. */
@NullMarked
package dev.yorozu.server.cli.shell;

import org.jspecify.annotations.NullMarked;
