@NullMarked
package dev.yorozu.server.directory.database;

import org.jspecify.annotations.NullMarked;
