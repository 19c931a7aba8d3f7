@NullMarked
package dev.yorozu.store.rocks;

import org.jspecify.annotations.NullMarked;
