@NullMarked
package dev.yorozu.credential;

import org.jspecify.annotations.NullMarked;
