/** The commands about users, and what they did. */
@NullMarked
package dev.yorozu.server.cli.users;

import org.jspecify.annotations.NullMarked;
