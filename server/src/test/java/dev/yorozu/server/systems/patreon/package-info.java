@NullMarked
package dev.yorozu.server.systems.patreon;

import org.jspecify.annotations.NullMarked;
