@NullMarked
package dev.yorozu.server.config;

import org.jspecify.annotations.NullMarked;
