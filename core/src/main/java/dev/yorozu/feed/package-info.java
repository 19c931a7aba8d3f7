/** What programs that check tokens by themselves are told of revocations. */
@NullMarked
package dev.yorozu.feed;

import org.jspecify.annotations.NullMarked;
