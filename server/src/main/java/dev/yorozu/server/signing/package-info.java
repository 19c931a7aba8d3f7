/** Where the keys come from that a system signs its tokens with. */
@NullMarked
package dev.yorozu.server.signing;

import org.jspecify.annotations.NullMarked;
