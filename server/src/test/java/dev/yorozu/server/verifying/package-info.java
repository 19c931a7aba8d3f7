/** Programs that check access tokens by themselves, as the document for them shows. */
@NullMarked
package dev.yorozu.server.verifying;

import org.jspecify.annotations.NullMarked;
