/** What operators do with accounts. */
@NullMarked
package dev.yorozu.server.admin.accounts;

import org.jspecify.annotations.NullMarked;
