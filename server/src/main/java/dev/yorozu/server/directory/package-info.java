/** The directory of accounts in SQL: embedded H2 beside the data, or PostgreSQL by URL. */
@NullMarked
package dev.yorozu.server.directory;

import org.jspecify.annotations.NullMarked;
