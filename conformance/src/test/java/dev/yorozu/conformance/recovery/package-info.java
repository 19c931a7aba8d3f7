@NullMarked
package dev.yorozu.conformance.recovery;

import org.jspecify.annotations.NullMarked;
