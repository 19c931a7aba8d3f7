@NullMarked
package dev.yorozu.server.keys;

import org.jspecify.annotations.NullMarked;
