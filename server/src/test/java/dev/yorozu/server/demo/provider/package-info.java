@NullMarked
package dev.yorozu.server.demo.provider;

import org.jspecify.annotations.NullMarked;
