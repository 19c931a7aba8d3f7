/** The stores by themselves, and how they hold up as they grow. */
@NullMarked
package dev.yorozu.bench.store;

import org.jspecify.annotations.NullMarked;
