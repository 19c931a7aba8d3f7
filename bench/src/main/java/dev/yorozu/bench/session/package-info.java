/** Sessions of Yorozu beside those of other servers. */
@NullMarked
package dev.yorozu.bench.session;

import org.jspecify.annotations.NullMarked;
