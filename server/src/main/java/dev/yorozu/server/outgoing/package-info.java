/** The server's own calls to others: bounded in time and size, and never further than where they were sent. */
@NullMarked
package dev.yorozu.server.outgoing;

import org.jspecify.annotations.NullMarked;
