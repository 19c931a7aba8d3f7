package dev.yorozu.server.operate.moving;

import dev.yorozu.server.operate.backup.format.Line;
import java.util.List;
import java.util.function.Consumer;

/** Where keys come from. It is only read, and can be read several times. */
public interface Source extends AutoCloseable {
    /** Hands every key over, and behind it what did not fit one line. */
    void read(Consumer<Line> lines);

    /** What an operator must know of the last reading: sentences. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    default void close() {}
}
