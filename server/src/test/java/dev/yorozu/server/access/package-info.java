@NullMarked
package dev.yorozu.server.access;

import org.jspecify.annotations.NullMarked;
