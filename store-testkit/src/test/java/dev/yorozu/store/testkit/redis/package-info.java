/** The real servers of the kit, tested. */
@NullMarked
package dev.yorozu.store.testkit.redis;

import org.jspecify.annotations.NullMarked;
