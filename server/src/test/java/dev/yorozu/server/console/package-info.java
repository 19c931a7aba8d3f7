@NullMarked
package dev.yorozu.server.console;

import org.jspecify.annotations.NullMarked;
