/** Backups that a server makes by itself: when, where to, what there is of them, and whether the last one still stands. */
@NullMarked
package dev.yorozu.server.operate.backup.scheduled;

import org.jspecify.annotations.NullMarked;
