@NullMarked
package dev.yorozu.server.directory;

import org.jspecify.annotations.NullMarked;
