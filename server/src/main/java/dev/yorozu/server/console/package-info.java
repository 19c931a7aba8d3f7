/** The operator's console: the audit log, sessions and statistics as pages. */
@NullMarked
package dev.yorozu.server.console;

import org.jspecify.annotations.NullMarked;
