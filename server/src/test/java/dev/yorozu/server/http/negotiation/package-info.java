@NullMarked
package dev.yorozu.server.http.negotiation;

import org.jspecify.annotations.NullMarked;
