@NullMarked
package dev.yorozu.server.systems.nostalgic;

import org.jspecify.annotations.NullMarked;
