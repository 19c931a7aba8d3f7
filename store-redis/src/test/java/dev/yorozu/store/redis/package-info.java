@NullMarked
package dev.yorozu.store.redis;

import org.jspecify.annotations.NullMarked;
