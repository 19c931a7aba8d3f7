/** How often passwords may be guessed, so that guessing is slow and locks nobody out. */
@NullMarked
package dev.yorozu.limit.attempt;

import org.jspecify.annotations.NullMarked;
