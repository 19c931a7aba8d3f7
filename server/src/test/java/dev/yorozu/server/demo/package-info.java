@NullMarked
package dev.yorozu.server.demo;

import org.jspecify.annotations.NullMarked;
