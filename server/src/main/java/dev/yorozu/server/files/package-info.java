/** Files that nobody but their owner may read, and how what comes in parts is read. */
@NullMarked
package dev.yorozu.server.files;

import org.jspecify.annotations.NullMarked;
