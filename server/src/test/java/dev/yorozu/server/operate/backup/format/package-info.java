@NullMarked
package dev.yorozu.server.operate.backup.format;

import org.jspecify.annotations.NullMarked;
