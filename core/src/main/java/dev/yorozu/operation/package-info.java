/** Operations of several steps, and what may be said of one that broke off. */
@NullMarked
package dev.yorozu.operation;

import org.jspecify.annotations.NullMarked;
