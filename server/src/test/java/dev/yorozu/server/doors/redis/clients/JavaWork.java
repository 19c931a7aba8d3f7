package dev.yorozu.server.doors.redis.clients;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts of a client's work, for clients in Java. */
interface JavaWork {
    void session() throws Exception;

    void counter() throws Exception;

    void ranking() throws Exception;

    void board() throws Exception;

    void transaction() throws Exception;

    void scan() throws Exception;

    void errors() throws Exception;

    void values() throws Exception;

    @FunctionalInterface
    interface Part {
        void run() throws Exception;
    }

    /** Does all of them, and gives their names. */
    default List<String> all() throws Exception {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("session", this::session);
        parts.put("counter", this::counter);
        parts.put("ranking", this::ranking);
        parts.put("board", this::board);
        parts.put("transaction", this::transaction);
        parts.put("scan", this::scan);
        parts.put("errors", this::errors);
        parts.put("values", this::values);
        for (Part part : parts.values()) {
            part.run();
        }
        return List.copyOf(parts.keySet());
    }

    /** 512 bytes, each twice. */
    static byte[] everyByte() {
        byte[] every = new byte[512];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        return every;
    }
}
