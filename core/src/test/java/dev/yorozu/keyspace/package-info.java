@NullMarked
package dev.yorozu.keyspace;

import org.jspecify.annotations.NullMarked;
