@NullMarked
package dev.yorozu.server.operate.moving;

import org.jspecify.annotations.NullMarked;
