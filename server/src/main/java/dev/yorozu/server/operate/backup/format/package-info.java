/** Backups: a documented file format, and the walk from a store into a file and back. */
@NullMarked
package dev.yorozu.server.operate.backup.format;

import org.jspecify.annotations.NullMarked;
