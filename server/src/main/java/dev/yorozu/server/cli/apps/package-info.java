/** The commands about apps. */
@NullMarked
package dev.yorozu.server.cli.apps;

import org.jspecify.annotations.NullMarked;
