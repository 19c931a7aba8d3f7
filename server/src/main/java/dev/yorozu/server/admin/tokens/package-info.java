/** What an operator can ask about logins by tokens, and end. */
@NullMarked
package dev.yorozu.server.admin.tokens;

import org.jspecify.annotations.NullMarked;
