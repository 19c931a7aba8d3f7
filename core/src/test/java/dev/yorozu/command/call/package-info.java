@NullMarked
package dev.yorozu.command.call;

import org.jspecify.annotations.NullMarked;
