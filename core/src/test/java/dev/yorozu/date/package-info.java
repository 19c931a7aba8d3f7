@NullMarked
package dev.yorozu.date;

import org.jspecify.annotations.NullMarked;
