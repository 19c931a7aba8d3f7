/** Scripts that clients are known to send, by their digests: each is a command of its own, and no other script is run. */
@NullMarked
package dev.yorozu.command.script;

import org.jspecify.annotations.NullMarked;
