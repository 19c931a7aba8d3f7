/** Backups that a server makes by itself, and what becomes of them when something goes wrong. */
@NullMarked
package dev.yorozu.server.operate.backup.scheduled;

import org.jspecify.annotations.NullMarked;
