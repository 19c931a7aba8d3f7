/** What stands before the routes of every system: who calls, how often, and with which rights. */
@NullMarked
package dev.yorozu.server.access;

import org.jspecify.annotations.NullMarked;
