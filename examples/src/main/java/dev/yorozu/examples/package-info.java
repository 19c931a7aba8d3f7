/** Programs that use the library without the server. */
@NullMarked
package dev.yorozu.examples;

import org.jspecify.annotations.NullMarked;
