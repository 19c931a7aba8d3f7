@NullMarked
package dev.yorozu.nostalgic.counter;

import org.jspecify.annotations.NullMarked;
