@NullMarked
package dev.yorozu.conformance.app;

import org.jspecify.annotations.NullMarked;
