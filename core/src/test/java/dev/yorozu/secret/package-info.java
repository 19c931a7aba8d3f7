@NullMarked
package dev.yorozu.secret;

import org.jspecify.annotations.NullMarked;
