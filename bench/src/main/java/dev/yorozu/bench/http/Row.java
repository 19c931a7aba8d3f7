package dev.yorozu.bench.http;

import java.util.List;
import java.util.function.Supplier;

/**
 * A named piece of work of a system.
 *
 * @param client makes a client that does it over and over; only once the fixture of the row is ready
 * @param peers who do the same on Redis
 */
public record Row(String name, Supplier<Talk> client, List<Peer> peers) {
    public Row(String name, Supplier<Talk> client) {
        this(name, client, List.of());
    }

    public Row beside(Peer... peers) {
        return new Row(name, client, List.of(peers));
    }
}
