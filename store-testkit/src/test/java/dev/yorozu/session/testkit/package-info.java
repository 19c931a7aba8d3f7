/** The kit for sessions, on the reference store. */
@NullMarked
package dev.yorozu.session.testkit;

import org.jspecify.annotations.NullMarked;
