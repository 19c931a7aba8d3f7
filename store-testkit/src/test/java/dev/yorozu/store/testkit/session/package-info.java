/** The kit for sessions, on the reference store. */
@NullMarked
package dev.yorozu.store.testkit.session;

import org.jspecify.annotations.NullMarked;
