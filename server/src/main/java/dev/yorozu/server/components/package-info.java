/** The widgets that other sites embed: custom elements, each in one script. */
@NullMarked
package dev.yorozu.server.components;

import org.jspecify.annotations.NullMarked;
