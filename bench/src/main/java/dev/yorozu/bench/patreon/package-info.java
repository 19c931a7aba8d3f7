/** Sessions of patrons, with a stand-in for Patreon. */
@NullMarked
package dev.yorozu.bench.patreon;

import org.jspecify.annotations.NullMarked;
