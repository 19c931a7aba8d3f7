@NullMarked
package dev.yorozu.conformance.feed;

import org.jspecify.annotations.NullMarked;
