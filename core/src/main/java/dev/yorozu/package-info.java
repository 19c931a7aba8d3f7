/**
 * The front door for Java programs: {@link dev.yorozu.Yorozu} opens a store once and gives sessions, tokens, limits, locks,
 * caches, links, counters and one-time codes, each ready in one line.
 */
@NullMarked
package dev.yorozu;

import org.jspecify.annotations.NullMarked;
