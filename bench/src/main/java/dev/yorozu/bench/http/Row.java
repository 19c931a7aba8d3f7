package dev.yorozu.bench.http;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A named piece of work of a system.
 *
 * @param work makes what makes the clients of one server; only once the fixture of the row is ready
 * @param peers who do the same on Redis
 */
public record Row(String name, Supplier<Supplier<Talk>> work, List<Peer> peers) {
    /** @param client makes a client that does the work over and over, whatever others do */
    public Row(String name, Supplier<Talk> client) {
        this(name, () -> client, List.of());
    }

    /**
     * Work of users any of whom may ask next, once all have asked.
     *
     * @param request that of the user of a number
     * @param beginning how every answer must begin
     */
    public static Row ofUsers(String name, int users, IntFunction<byte[]> request, String beginning) {
        Supplier<Supplier<Talk>> work = () -> {
            Crowd crowd = new Crowd(users);
            return () -> Talk.of(crowd, request, beginning);
        };
        return new Row(name, work, List.of());
    }

    /** Makes the clients of one server, which share its users. */
    public Supplier<Talk> client() {
        return work.get();
    }

    public Row beside(Peer... peers) {
        return new Row(name, work, List.of(peers));
    }
}
