@NullMarked
package dev.yorozu.nostalgic;

import org.jspecify.annotations.NullMarked;
