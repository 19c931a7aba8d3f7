/** What the servers of all tests wrote, and the search for secrets in it. */
@NullMarked
package dev.yorozu.server.written;

import org.jspecify.annotations.NullMarked;
