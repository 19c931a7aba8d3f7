@NullMarked
package dev.yorozu.server.operate.backup;

import org.jspecify.annotations.NullMarked;
