/** Every app's own sessions, limits, codes, locks, caches and counters, over a neutral API. */
@NullMarked
package dev.yorozu.server.systems.apps;

import org.jspecify.annotations.NullMarked;
