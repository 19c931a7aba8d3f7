/** Tests of the peer. */
@NullMarked
package dev.yorozu.bench.spring;

import org.jspecify.annotations.NullMarked;
