/** What follows when a store may have forgotten its newest changes: nothing that was ended may be valid again. */
@NullMarked
package dev.yorozu.recovery;

import org.jspecify.annotations.NullMarked;
