@NullMarked
package dev.yorozu.server.password;

import org.jspecify.annotations.NullMarked;
