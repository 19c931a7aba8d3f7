/** Addresses and origins, as texts and as numbers. */
@NullMarked
package dev.yorozu.server.net;

import org.jspecify.annotations.NullMarked;
