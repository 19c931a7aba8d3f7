/** Benchmarks. */
@NullMarked
package dev.yorozu.bench;

import org.jspecify.annotations.NullMarked;
