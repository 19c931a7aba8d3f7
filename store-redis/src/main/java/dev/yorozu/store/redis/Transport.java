package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Optional;

/** The way to one kind of Redis. Sends each command at most once; never repeats one by itself. */
interface Transport extends AutoCloseable {
    /** Sends a command without waiting for its reply. */
    Pending send(Command command);

    /** Sends many commands together, in one round trip to each node concerned. */
    List<Pending> sendAll(List<Command> commands);

    /** What Redis calls this key. */
    default Bytes name(Key key) {
        return Bytes.wrap(key.bytes());
    }

    /** Whether one script may use both keys. */
    default boolean reachesTogether(Key one, Key other) {
        return true;
    }

    /** The key that Redis calls by this name; empty when it cannot be one of the product's. */
    default Optional<Key> key(String name) {
        return Key.isName(name) ? Optional.of(Key.of(name)) : Optional.empty();
    }

    /** Whether the names in Redis begin as the keys' names do, so that Redis can look for a prefix itself. */
    default boolean keepsPrefixes() {
        return true;
    }

    /** Sends a PING to every node that must answer for the store to be whole. */
    default List<Pending> ping() {
        return List.of(send(Command.plain(CommandType.PING)));
    }

    /** The nodes to walk over for a scan, by names that stay the same as long as the node exists. */
    default List<String> nodes() {
        return List.of("");
    }

    /** Sends a command without a key to one of the nodes. */
    default Pending sendTo(String node, Command command) {
        return send(command);
    }

    /** The node that has this key now, by its name among {@link #nodes}; empty text where none is known. */
    default String nodeOf(Key key) {
        return "";
    }

    /** The node where this command must run, by its name among {@link #nodes}; empty text as for a key. */
    default String nodeOf(Command command) {
        return "";
    }

    /** The node at an address that another node told of; empty text where none is known. */
    default String nodeAt(String host, int port) {
        return "";
    }

    /** How to connect to one of the nodes beside this; empty where one cannot, or does not know it any more. */
    default Optional<RedisURI> uriOf(String node) {
        return Optional.empty();
    }

    /** Has an action run each time when a connection was lost or made that may lead elsewhere than before. */
    default void onReconnect(Runnable action) {}

    /** Is told that the node of this command did not answer in time. */
    default void silent(Command command) {}

    /** Is told that the node of this command answered that it is no master any more. */
    default void deposed(Command command) {}

    /** Is told that a node is not where it was, or has not what it had. */
    default void astray() {}

    /** Whether a command that was not sent may find its way a moment later. */
    default boolean settles() {
        return false;
    }

    @Override
    void close();
}
