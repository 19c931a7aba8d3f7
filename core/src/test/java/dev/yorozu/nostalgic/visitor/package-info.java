@NullMarked
package dev.yorozu.nostalgic.visitor;

import org.jspecify.annotations.NullMarked;
