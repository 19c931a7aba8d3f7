/** The feed of revocations over HTTP. */
@NullMarked
package dev.yorozu.server.systems.apps.feed;

import org.jspecify.annotations.NullMarked;
