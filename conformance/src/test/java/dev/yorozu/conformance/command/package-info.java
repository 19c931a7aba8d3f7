/** Redis commands on every store, beside a real redis-server. */
@NullMarked
package dev.yorozu.conformance.command;

import org.jspecify.annotations.NullMarked;
