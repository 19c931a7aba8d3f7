@NullMarked
package dev.yorozu.server.log;

import org.jspecify.annotations.NullMarked;
