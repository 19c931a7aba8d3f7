package dev.yorozu.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Walks over the elements of one collection, of which each page reads the whole. */
class ElementPagesTest {
    private static final int MEMBERS = 1_000;

    @Test
    void thereAreFewPagesHoweverFewElementsAreAskedFor() {
        try (MemoryStore store = new MemoryStore()) {
            Session session = new Commands(
                            store, Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1))
                    .session(Durability.RELAXED, Access.ALL);
            session.execute(Stream.concat(
                            Stream.of("SADD", "own:set"),
                            IntStream.range(0, MEMBERS).mapToObj(i -> "m" + i))
                    .map(Bytes::of)
                    .toList());
            List<Reply> seen = new ArrayList<>();
            Reply cursor = Reply.of("0");
            int pages = 0;
            do {
                List<Reply> page = items(session.execute(Stream.of(
                                "SSCAN",
                                "own:set",
                                ((Reply.Bulk) cursor).value().text(),
                                "COUNT",
                                "1")
                        .map(Bytes::of)
                        .toList()));
                cursor = page.getFirst();
                seen.addAll(items(page.getLast()));
                pages++;
            } while (!cursor.equals(Reply.of("0")));
            assertThat(seen).hasSize(MEMBERS).doesNotHaveDuplicates();
            assertThat(pages).isLessThanOrEqualTo(17);
        }
    }

    private static List<Reply> items(Reply reply) {
        return ((Reply.Array) reply).items();
    }
}
