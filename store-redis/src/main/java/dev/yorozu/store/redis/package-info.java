/** The Redis, Sentinel, Cluster and Upstash store. */
@NullMarked
package dev.yorozu.store.redis;

import org.jspecify.annotations.NullMarked;
