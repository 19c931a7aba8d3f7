/** One seat per user: a session that whoever signs in next takes over, and the tokens that hang on it. */
@NullMarked
package dev.yorozu.seat;

import org.jspecify.annotations.NullMarked;
