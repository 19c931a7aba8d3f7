@NullMarked
package dev.yorozu.token;

import org.jspecify.annotations.NullMarked;
