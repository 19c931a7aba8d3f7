/** Lists that are read a page at a time. */
@NullMarked
package dev.yorozu.page;

import org.jspecify.annotations.NullMarked;
