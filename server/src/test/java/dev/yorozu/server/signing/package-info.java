@NullMarked
package dev.yorozu.server.signing;

import org.jspecify.annotations.NullMarked;
