/** The widgets that other sites embed: custom elements, each in one script. */
@NullMarked
package dev.yorozu.server.pages.widgets;

import org.jspecify.annotations.NullMarked;
