/** What an operator can do with a store, directly or through the admin interface of a running server. */
@NullMarked
package dev.yorozu.server.admin;

import org.jspecify.annotations.NullMarked;
