/** Connections to the database of accounts: embedded or PostgreSQL, opened, migrated, and mended. */
@NullMarked
package dev.yorozu.server.directory.database;

import org.jspecify.annotations.NullMarked;
