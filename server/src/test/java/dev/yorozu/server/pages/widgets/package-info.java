@NullMarked
package dev.yorozu.server.pages.widgets;

import org.jspecify.annotations.NullMarked;
