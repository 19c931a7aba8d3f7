/** Backups that only a passphrase opens. */
@NullMarked
package dev.yorozu.server.operate.backup.encrypted;

import org.jspecify.annotations.NullMarked;
