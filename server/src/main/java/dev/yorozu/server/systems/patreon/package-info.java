/** The Patreon relay: one device for each patron, their membership, one-time refresh tokens, quotas and webhooks. */
@NullMarked
package dev.yorozu.server.systems.patreon;

import org.jspecify.annotations.NullMarked;
