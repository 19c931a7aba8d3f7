/** Backups of all that a server keeps: its store, its directory of accounts and its key files. */
@NullMarked
package dev.yorozu.server.operate.backup;

import org.jspecify.annotations.NullMarked;
