@NullMarked
package dev.yorozu.store.backend;

import org.jspecify.annotations.NullMarked;
