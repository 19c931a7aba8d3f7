/** What tests of several systems share. */
@NullMarked
package dev.yorozu.server.systems;

import org.jspecify.annotations.NullMarked;
