/** What operators do with logins by tokens and the keys that sign them. */
@NullMarked
package dev.yorozu.server.operate.tokens;

import org.jspecify.annotations.NullMarked;
