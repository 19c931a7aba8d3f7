@NullMarked
package dev.yorozu.server.outgoing;

import org.jspecify.annotations.NullMarked;
