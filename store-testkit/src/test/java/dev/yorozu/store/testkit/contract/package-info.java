@NullMarked
package dev.yorozu.store.testkit.contract;

import org.jspecify.annotations.NullMarked;
