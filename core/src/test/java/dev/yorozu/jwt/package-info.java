@NullMarked
package dev.yorozu.jwt;

import org.jspecify.annotations.NullMarked;
