@NullMarked
package dev.yorozu.server.cli.shell;

import org.jspecify.annotations.NullMarked;
