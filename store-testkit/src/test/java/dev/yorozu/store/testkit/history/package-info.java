/** Random histories, tested on stores that are broken on purpose. */
@NullMarked
package dev.yorozu.store.testkit.history;

import org.jspecify.annotations.NullMarked;
