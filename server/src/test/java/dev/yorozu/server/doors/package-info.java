@NullMarked
package dev.yorozu.server.doors;

import org.jspecify.annotations.NullMarked;
