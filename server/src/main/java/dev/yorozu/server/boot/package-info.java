/** The program: the server and its wiring. Knows every other package; only the command line knows it. */
@NullMarked
package dev.yorozu.server.boot;

import org.jspecify.annotations.NullMarked;
