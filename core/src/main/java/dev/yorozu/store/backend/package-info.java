/**
 * What stores are built of, for those who write one: the limits and the order of checks that all stores share, and the
 * arithmetic that each must do alike.
 */
@NullMarked
package dev.yorozu.store.backend;

import org.jspecify.annotations.NullMarked;
