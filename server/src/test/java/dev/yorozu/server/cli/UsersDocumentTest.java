package dev.yorozu.server.cli;

import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The samples on a Redis that the server shares. */
class UsersDocumentTest extends UsersDocumentContract {
    private static final RedisProcess REDIS = RedisProcess.start();

    @BeforeAll
    static void start() throws IOException {
        server = Program.Serving.start(
                directory,
                SETTINGS,
                "--store",
                REDIS.url(),
                "--data",
                directory.resolve("data").toString());
        document = UsersDocument.start(directory, REDIS.port(), "");
    }

    @AfterAll
    static void stopRedis() {
        REDIS.close();
    }
}
