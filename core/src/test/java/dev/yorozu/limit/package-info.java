@NullMarked
package dev.yorozu.limit;

import org.jspecify.annotations.NullMarked;
