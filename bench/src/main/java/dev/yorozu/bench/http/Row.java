package dev.yorozu.bench.http;

import java.util.function.Supplier;

/**
 * A named piece of work of a system.
 *
 * @param client makes a client that does it over and over; only once the fixture of the row is ready
 */
public record Row(String name, Supplier<Talk> client) {}
