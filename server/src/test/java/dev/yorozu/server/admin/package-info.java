@NullMarked
package dev.yorozu.server.admin;

import org.jspecify.annotations.NullMarked;
