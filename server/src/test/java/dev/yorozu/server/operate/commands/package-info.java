@NullMarked
package dev.yorozu.server.operate.commands;

import org.jspecify.annotations.NullMarked;
