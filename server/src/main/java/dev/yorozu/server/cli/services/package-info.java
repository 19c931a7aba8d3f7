/** The commands about counters, likes, rankings and boards. */
@NullMarked
package dev.yorozu.server.cli.services;

import org.jspecify.annotations.NullMarked;
