/** The certificate by which clients know this server, while its files change. */
@NullMarked
package dev.yorozu.server.tls;

import org.jspecify.annotations.NullMarked;
