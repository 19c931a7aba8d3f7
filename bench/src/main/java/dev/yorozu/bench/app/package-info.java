/** The interface for apps as it is measured. */
@NullMarked
package dev.yorozu.bench.app;

import org.jspecify.annotations.NullMarked;
