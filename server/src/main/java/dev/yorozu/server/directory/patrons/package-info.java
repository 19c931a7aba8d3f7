/** Patrons in an SQL database: profiles, usage and pledges. */
@NullMarked
package dev.yorozu.server.directory.patrons;

import org.jspecify.annotations.NullMarked;
