/** The commands that run a server. */
@NullMarked
package dev.yorozu.server.cli.serving;

import org.jspecify.annotations.NullMarked;
