/** Files that nobody but their owner may read. */
@NullMarked
package dev.yorozu.server.files;

import org.jspecify.annotations.NullMarked;
