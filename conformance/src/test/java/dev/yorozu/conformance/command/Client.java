package dev.yorozu.conformance.command;

import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.stream.Stream;

/** Whoever answers commands in RESP2. */
@FunctionalInterface
interface Client {
    Reply execute(List<Bytes> parts);

    default Reply execute(String... parts) {
        return execute(Stream.of(parts).map(Bytes::of).toList());
    }
}
