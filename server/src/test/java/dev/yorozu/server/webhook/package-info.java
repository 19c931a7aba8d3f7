@NullMarked
package dev.yorozu.server.webhook;

import org.jspecify.annotations.NullMarked;
