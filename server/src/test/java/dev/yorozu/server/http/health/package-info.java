@NullMarked
package dev.yorozu.server.http.health;

import org.jspecify.annotations.NullMarked;
