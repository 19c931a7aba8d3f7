/** Random ids, digests and encryption: what keeps secrets secret. */
@NullMarked
package dev.yorozu.secret;

import org.jspecify.annotations.NullMarked;
