/** The page of the Patreon relay. */
@NullMarked
package dev.yorozu.server.systems.patreon.pages;

import org.jspecify.annotations.NullMarked;
