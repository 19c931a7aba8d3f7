package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.Rounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Transaction;

/** The real program, killed under Redis clients that write: what they were answered is there afterwards. */
class DoorAfterKillTest {
    private static final int CLIENTS = 16;
    private static final int ANSWERS = 300;

    /** Longer than a busy machine takes for any answer: a client that gives up earlier tells nothing of the server. */
    private static final int PATIENCE_MILLIS = 120_000;

    @TempDir
    Path directory;

    /** The last count that each client was told. */
    private final AtomicLongArray counted = new AtomicLongArray(CLIENTS);

    /** The last count of which it was told that it is in a list, and that the list was counted in the same step. */
    private final AtomicLongArray done = new AtomicLongArray(CLIENTS);

    @Test
    void whatWasAnsweredIsThereAfterTheProcessIsKilled() throws Exception {
        Path data = directory.resolve("data");
        String secret = ProgramWithDoor.operator(data);
        for (int round = Rounds.of(1, 50); round > 0; round--) {
            try (ProgramWithDoor program = ProgramWithDoor.start(directory, data, secret, Map.of())) {
                writeUntilKilled(program);
            }
            try (ProgramWithDoor again = ProgramWithDoor.start(directory, data, secret, Map.of())) {
                assertAnswersHold(again);
            }
        }
    }

    private static Jedis connect(ProgramWithDoor program) {
        return new Jedis(
                new HostAndPort("127.0.0.1", program.port()),
                DefaultJedisClientConfig.builder()
                        .password(program.secret())
                        .protocol(RedisProtocol.RESP3)
                        .timeoutMillis(PATIENCE_MILLIS)
                        .build());
    }

    private void writeUntilKilled(ProgramWithDoor program) throws Exception {
        CountDownLatch begun = new CountDownLatch(CLIENTS);
        CountDownLatch answers = new CountDownLatch(ANSWERS);
        CompletableFuture<Boolean> enough = new CompletableFuture<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                try (Jedis jedis = connect(program)) {
                    write(jedis, number);
                    begun.countDown();
                    while (true) {
                        write(jedis, number);
                        answers.countDown();
                        if (begun.getCount() == 0 && answers.getCount() == 0) {
                            enough.complete(true);
                        }
                    }
                } catch (RuntimeException left) {
                    // Once the process is killed, whatever was under way has no answer. Before that it must have one.
                    enough.completeExceptionally(left);
                }
            }));
        }
        enough.get();
        program.server().kill();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void write(Jedis jedis, int number) {
        long next = jedis.incr("work:" + number + ":count");
        counted.set(number, next);
        Transaction both = jedis.multi();
        both.rpush("work:" + number + ":list", Long.toString(next));
        both.incr("work:" + number + ":sum");
        both.exec();
        done.set(number, next);
    }

    private void assertAnswersHold(ProgramWithDoor program) {
        try (Jedis jedis = connect(program)) {
            for (int i = 0; i < CLIENTS; i++) {
                long count = Long.parseLong(String.valueOf(jedis.get("work:" + i + ":count")));
                assertThat(count).isBetween(counted.get(i), counted.get(i) + 1);
                List<String> list = jedis.lrange("work:" + i + ":list", 0, -1);
                assertThat(list).contains(Long.toString(done.get(i)));
                assertThat(jedis.get("work:" + i + ":sum")).isEqualTo(Integer.toString(list.size()));
            }
        }
    }
}
