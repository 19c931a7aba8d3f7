/** What an operator can do with a store, in this process or through the admin interface of a running server. */
@NullMarked
package dev.yorozu.server.operate;

import org.jspecify.annotations.NullMarked;
