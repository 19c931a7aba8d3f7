@NullMarked
package dev.yorozu.server.systems.users;

import org.jspecify.annotations.NullMarked;
