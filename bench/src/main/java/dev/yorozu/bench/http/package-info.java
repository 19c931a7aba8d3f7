/** Servers as processes of their own, and clients that cost little beside them. */
@NullMarked
package dev.yorozu.bench.http;

import org.jspecify.annotations.NullMarked;
