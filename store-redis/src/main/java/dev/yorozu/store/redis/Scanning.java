package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the keys of all nodes, one after the other in the order of their names.
 *
 * <p>The port's cursor is the node's name, a colon and Redis's own cursor. A node that has gone in the meantime is passed
 * over: the walk goes on with the next.
 */
final class Scanning {
    private static final String START = "0";

    private final Transport transport;

    Scanning(Transport transport) {
        this.transport = transport;
    }

    /** Where a walk stands. */
    private record Position(String node, String cursor) {
        @Override
        public String toString() {
            return node + ":" + cursor;
        }
    }

    Scan.Page page(Scan scan, long deadline) throws Failure {
        Optional<Position> position = position(scan.cursor());
        if (position.isEmpty()) {
            return new Scan.Page(List.of(), "");
        }
        Position from = position.get();
        List<@Nullable Object> reply =
                Replies.list(transport.sendTo(from.node(), command(scan, from)).reply(deadline));
        String cursor = Replies.bytes(reply.get(0)).text();
        Optional<Position> next = cursor.equals(START)
                ? following(from.node()).map(node -> new Position(node, START))
                : Optional.of(new Position(from.node(), cursor));
        return new Scan.Page(
                keys(Replies.list(reply.get(1)), scan.prefix()),
                next.map(Position::toString).orElse(""));
    }

    private Command command(Scan scan, Position from) {
        List<Bytes> arguments = new ArrayList<>(5);
        arguments.add(Bytes.of(from.cursor()));
        if (transport.keepsPrefixes() && !scan.prefix().isEmpty()) {
            arguments.add(Bytes.of("MATCH"));
            arguments.add(Bytes.of(pattern(scan.prefix())));
        }
        arguments.add(Bytes.of("COUNT"));
        arguments.add(Bytes.of(scan.limit()));
        return new Command(CommandType.SCAN, -1, arguments);
    }

    /** The pattern of all names with this prefix, whose own special characters stand for themselves. */
    private static String pattern(String prefix) {
        return prefix.replaceAll("[\\\\*?\\[\\]]", "\\\\$0") + "*";
    }

    private List<Key> keys(List<@Nullable Object> names, String prefix) {
        List<Key> keys = new ArrayList<>(names.size());
        for (Object name : names) {
            text(Replies.bytes(name))
                    .flatMap(transport::key)
                    .filter(key -> key.name().startsWith(prefix))
                    .ifPresent(keys::add);
        }
        return keys;
    }

    /** The name as text; empty when it is none, and so none of the product's. */
    private static Optional<String> text(Bytes name) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(name.toArray());
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Where the cursor points; empty when all nodes from there on are gone. */
    private Optional<Position> position(String cursor) {
        if (cursor.isEmpty()) {
            return transport.nodes().stream().findFirst().map(node -> new Position(node, START));
        }
        int colon = cursor.lastIndexOf(':');
        if (colon < 0 || !cursor.substring(colon + 1).matches("\\d{1,20}")) {
            throw new IllegalArgumentException("This cursor does not come from a scan of this store");
        }
        String node = cursor.substring(0, colon);
        if (transport.nodes().contains(node)) {
            return Optional.of(new Position(node, cursor.substring(colon + 1)));
        }
        return following(node).map(other -> new Position(other, START));
    }

    private Optional<String> following(String node) {
        return transport.nodes().stream()
                .filter(other -> other.compareTo(node) > 0)
                .findFirst();
    }
}
