@NullMarked
package dev.yorozu.examples;

import org.jspecify.annotations.NullMarked;
