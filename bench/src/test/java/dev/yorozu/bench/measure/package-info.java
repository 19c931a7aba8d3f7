/** Tests of what the benchmarks measure with. */
@NullMarked
package dev.yorozu.bench.measure;

import org.jspecify.annotations.NullMarked;
