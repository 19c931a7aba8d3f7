package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.List;
import java.util.Optional;

/**
 * A call whose command, size and keys have been checked.
 *
 * @param patterns what is declared of each key
 */
record Prepared(Command command, List<Bytes> parts, List<Key> keys, List<Optional<KeyPattern>> patterns) {}
