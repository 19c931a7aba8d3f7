@NullMarked
package dev.yorozu.server.moving;

import org.jspecify.annotations.NullMarked;
