@NullMarked
package dev.yorozu.server.census;

import org.jspecify.annotations.NullMarked;
