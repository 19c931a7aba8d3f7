/** What sessions promise without a store. */
@NullMarked
package dev.yorozu.session;

import org.jspecify.annotations.NullMarked;
