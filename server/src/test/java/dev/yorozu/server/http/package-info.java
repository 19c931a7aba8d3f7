@NullMarked
package dev.yorozu.server.http;

import org.jspecify.annotations.NullMarked;
