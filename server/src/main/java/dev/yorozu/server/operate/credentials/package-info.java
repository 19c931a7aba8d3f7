/** What operators do with credentials. */
@NullMarked
package dev.yorozu.server.operate.credentials;

import org.jspecify.annotations.NullMarked;
