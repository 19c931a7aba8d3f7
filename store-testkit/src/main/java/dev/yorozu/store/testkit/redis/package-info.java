/** Real Redis servers, clusters and sentinels on loopback, started for a test and gone with it. */
@NullMarked
package dev.yorozu.store.testkit.redis;

import org.jspecify.annotations.NullMarked;
