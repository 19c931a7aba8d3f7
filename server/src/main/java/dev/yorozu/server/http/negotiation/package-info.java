/** What a client says that it takes, and the forms of replies that follow from it. */
@NullMarked
package dev.yorozu.server.http.negotiation;

import org.jspecify.annotations.NullMarked;
