/** What every store must do: one class for each part of the contract. */
@NullMarked
package dev.yorozu.store.testkit.contract;

import org.jspecify.annotations.NullMarked;
