/** Tests of the tree as a whole. */
@NullMarked
package dev.yorozu;

import org.jspecify.annotations.NullMarked;
