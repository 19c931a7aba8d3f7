@NullMarked
package dev.yorozu.server.components;

import org.jspecify.annotations.NullMarked;
