@NullMarked
package dev.yorozu.server.operate;

import org.jspecify.annotations.NullMarked;
