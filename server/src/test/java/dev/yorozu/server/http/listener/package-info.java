@NullMarked
package dev.yorozu.server.http.listener;

import org.jspecify.annotations.NullMarked;
