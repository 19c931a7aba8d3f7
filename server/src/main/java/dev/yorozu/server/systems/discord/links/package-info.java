/** Share links: what is done with them, written down, and how that is refused. */
@NullMarked
package dev.yorozu.server.systems.discord.links;

import org.jspecify.annotations.NullMarked;
