/** The contracts every store must pass, and the real servers that they run against. */
@NullMarked
package dev.yorozu.store.testkit;

import org.jspecify.annotations.NullMarked;
