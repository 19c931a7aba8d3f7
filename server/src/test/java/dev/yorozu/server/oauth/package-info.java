/** What programs ask about tokens by the standards. */
@NullMarked
package dev.yorozu.server.oauth;

import org.jspecify.annotations.NullMarked;
