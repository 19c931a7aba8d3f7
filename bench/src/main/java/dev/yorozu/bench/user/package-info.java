/** Users with passwords, and one limit that all requests share. */
@NullMarked
package dev.yorozu.bench.user;

import org.jspecify.annotations.NullMarked;
