@NullMarked
package dev.yorozu.json;

import org.jspecify.annotations.NullMarked;
