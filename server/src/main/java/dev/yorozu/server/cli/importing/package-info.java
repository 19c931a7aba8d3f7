/** The commands that bring in what other programs keep. */
@NullMarked
package dev.yorozu.server.cli.importing;

import org.jspecify.annotations.NullMarked;
