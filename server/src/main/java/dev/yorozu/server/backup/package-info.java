/** Backups: a documented file format, and the walk from a store into a file and back. */
@NullMarked
package dev.yorozu.server.backup;

import org.jspecify.annotations.NullMarked;
