package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.List;

/** A call whose command, size and keys have been checked. */
record Prepared(Command command, List<Bytes> parts, List<Key> keys) {}
