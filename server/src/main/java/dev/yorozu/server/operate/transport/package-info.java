/** How an operator's request reaches the operation that answers it: in this process, or over HTTP. */
@NullMarked
package dev.yorozu.server.operate.transport;

import org.jspecify.annotations.NullMarked;
