@NullMarked
package dev.yorozu.server.pages;

import org.jspecify.annotations.NullMarked;
