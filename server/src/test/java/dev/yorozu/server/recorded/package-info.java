/** Plays recorded requests against a server with every system, and compares all that it answers with what it did before. */
@NullMarked
package dev.yorozu.server.recorded;

import org.jspecify.annotations.NullMarked;
