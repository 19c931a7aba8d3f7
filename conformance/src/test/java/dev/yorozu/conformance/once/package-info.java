@NullMarked
package dev.yorozu.conformance.once;

import org.jspecify.annotations.NullMarked;
