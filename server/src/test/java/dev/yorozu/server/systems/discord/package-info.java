@NullMarked
package dev.yorozu.server.systems.discord;

import org.jspecify.annotations.NullMarked;
