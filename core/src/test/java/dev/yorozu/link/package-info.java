@NullMarked
package dev.yorozu.link;

import org.jspecify.annotations.NullMarked;
