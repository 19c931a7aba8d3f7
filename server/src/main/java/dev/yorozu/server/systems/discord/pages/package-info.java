/** The pages of sign-in with Discord: your sessions, share links, and what a link shows to whoever opens it. */
@NullMarked
package dev.yorozu.server.systems.discord.pages;

import org.jspecify.annotations.NullMarked;
