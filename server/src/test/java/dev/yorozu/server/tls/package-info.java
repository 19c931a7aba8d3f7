@NullMarked
package dev.yorozu.server.tls;

import org.jspecify.annotations.NullMarked;
