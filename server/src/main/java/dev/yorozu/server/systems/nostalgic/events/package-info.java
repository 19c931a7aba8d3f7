/** What owners of services are told of by webhooks. */
@NullMarked
package dev.yorozu.server.systems.nostalgic.events;

import org.jspecify.annotations.NullMarked;
