/** Which store to use: store URLs, and opening what they name. */
@NullMarked
package dev.yorozu.server.store;

import org.jspecify.annotations.NullMarked;
