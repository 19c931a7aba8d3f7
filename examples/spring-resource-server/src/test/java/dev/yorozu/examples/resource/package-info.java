/** The example against a running server. */
@NullMarked
package dev.yorozu.examples.resource;

import org.jspecify.annotations.NullMarked;
