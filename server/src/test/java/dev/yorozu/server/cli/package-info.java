@NullMarked
package dev.yorozu.server.cli;

import org.jspecify.annotations.NullMarked;
