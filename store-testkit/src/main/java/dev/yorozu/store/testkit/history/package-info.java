/** Random histories that are played on two stores, which must agree on everything. */
@NullMarked
package dev.yorozu.store.testkit.history;

import org.jspecify.annotations.NullMarked;
