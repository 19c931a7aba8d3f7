/** What runs on the server: one package for each documented system. */
@NullMarked
package dev.yorozu.server.systems;

import org.jspecify.annotations.NullMarked;
