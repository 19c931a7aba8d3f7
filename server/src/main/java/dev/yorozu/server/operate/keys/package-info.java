/** What operators do with single keys. */
@NullMarked
package dev.yorozu.server.operate.keys;

import org.jspecify.annotations.NullMarked;
