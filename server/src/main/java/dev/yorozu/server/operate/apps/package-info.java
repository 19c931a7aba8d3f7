/** What operators do with apps. */
@NullMarked
package dev.yorozu.server.operate.apps;

import org.jspecify.annotations.NullMarked;
