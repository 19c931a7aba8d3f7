package dev.yorozu.server.doors.redis.clients;

import java.util.List;

/** A client of Redis that does what applications do, and finds out whether it was done as in Redis. */
interface DoorClient {
    /** What is done, in this order. */
    List<String> PARTS = List.of("session", "counter", "ranking", "board", "transaction", "scan", "errors", "values");

    /**
     * Does all parts.
     *
     * @return the names of those that were done
     */
    List<String> work(Visit visit) throws Exception;

    /**
     * Where a client goes, and how.
     *
     * @param protocol 2 or 3
     * @param prefix what the names of all its keys begin with
     */
    record Visit(int port, String secret, int protocol, String prefix) {}
}
