/** The session check as Spring does it. */
@NullMarked
package dev.yorozu.bench.spring;

import org.jspecify.annotations.NullMarked;
