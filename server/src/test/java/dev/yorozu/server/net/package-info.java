@NullMarked
package dev.yorozu.server.net;

import org.jspecify.annotations.NullMarked;
