/** Tests of what the benchmarks measure with. */
@NullMarked
package dev.yorozu.bench.http;

import org.jspecify.annotations.NullMarked;
