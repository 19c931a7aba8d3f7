@NullMarked
package dev.yorozu.server.archive;

import org.jspecify.annotations.NullMarked;
