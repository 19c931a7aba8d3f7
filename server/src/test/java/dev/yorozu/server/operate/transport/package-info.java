@NullMarked
package dev.yorozu.server.operate.transport;

import org.jspecify.annotations.NullMarked;
