/** What a command is: its name, arity and keys, what it is given and what it answers. */
@NullMarked
package dev.yorozu.command.call;

import org.jspecify.annotations.NullMarked;
