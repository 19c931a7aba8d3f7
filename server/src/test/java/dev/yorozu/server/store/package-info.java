@NullMarked
package dev.yorozu.server.store;

import org.jspecify.annotations.NullMarked;
