/** Share links: encrypted long tokens, the short ones that stand for them, and their end. */
@NullMarked
package dev.yorozu.link;

import org.jspecify.annotations.NullMarked;
