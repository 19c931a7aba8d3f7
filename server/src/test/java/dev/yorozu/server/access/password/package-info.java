@NullMarked
package dev.yorozu.server.access.password;

import org.jspecify.annotations.NullMarked;
