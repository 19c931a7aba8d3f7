@NullMarked
package dev.yorozu.server.systems.nostalgic.pages;

import org.jspecify.annotations.NullMarked;
