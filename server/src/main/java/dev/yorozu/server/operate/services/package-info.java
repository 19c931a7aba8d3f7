/** What operators do with counters, likes, rankings and boards. */
@NullMarked
package dev.yorozu.server.operate.services;

import org.jspecify.annotations.NullMarked;
