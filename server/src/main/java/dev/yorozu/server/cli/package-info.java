/** The command line: one program, and what each of its commands prints. */
@NullMarked
package dev.yorozu.server.cli;

import org.jspecify.annotations.NullMarked;
