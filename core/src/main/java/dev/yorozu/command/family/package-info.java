/** The commands themselves, a family in each class. */
@NullMarked
package dev.yorozu.command.family;

import org.jspecify.annotations.NullMarked;
