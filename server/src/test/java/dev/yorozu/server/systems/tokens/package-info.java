@NullMarked
package dev.yorozu.server.systems.tokens;

import org.jspecify.annotations.NullMarked;
