@NullMarked
package dev.yorozu.server.directory.patrons;

import org.jspecify.annotations.NullMarked;
