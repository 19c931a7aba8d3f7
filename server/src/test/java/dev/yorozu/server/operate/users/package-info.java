@NullMarked
package dev.yorozu.server.operate.users;

import org.jspecify.annotations.NullMarked;
