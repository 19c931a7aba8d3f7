/** The port's own rules, tested without any store. */
@NullMarked
package dev.yorozu.store;

import org.jspecify.annotations.NullMarked;
