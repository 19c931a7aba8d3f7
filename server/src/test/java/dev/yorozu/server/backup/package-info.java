@NullMarked
package dev.yorozu.server.backup;

import org.jspecify.annotations.NullMarked;
