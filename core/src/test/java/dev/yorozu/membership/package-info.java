@NullMarked
package dev.yorozu.membership;

import org.jspecify.annotations.NullMarked;
