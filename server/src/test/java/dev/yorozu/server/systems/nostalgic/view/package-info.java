@NullMarked
package dev.yorozu.server.systems.nostalgic.view;

import org.jspecify.annotations.NullMarked;
