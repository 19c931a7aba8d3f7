/** What operators do with accounts and sessions. */
@NullMarked
package dev.yorozu.server.operate.users;

import org.jspecify.annotations.NullMarked;
