/** Sign-in with Discord, sessions and share links over HTTP. */
@NullMarked
package dev.yorozu.server.systems.discord;

import org.jspecify.annotations.NullMarked;
