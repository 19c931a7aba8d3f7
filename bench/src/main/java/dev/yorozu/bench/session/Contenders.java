package dev.yorozu.bench.session;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts the servers that are compared.
 *
 * @param scratch where they write
 * @param people whom all of them know
 * @param accessLog whether Yorozu writes a line for each request, which neither peer does
 */
record Contenders(Path scratch, List<Person> people, boolean accessLog) {
    private static final String SPRING = "yorozu.bench.spring";

    Contender embedded() throws IOException {
        Path store = scratch.resolve("store");
        List<Visit> checks;
        try (Store opened = RocksStore.open(store)) {
            checks = SignIns.inStore(opened, people);
        }
        return yorozu("embedded", "rocksdb:" + store, checks);
    }

    Contender redis(String url) throws IOException {
        try (Store opened = RedisStore.open(RedisSettings.of(url), Limits.DEFAULT, StoreObserver.NONE)) {
            return yorozu("redis", url, SignIns.inStore(opened, people));
        }
    }

    private Contender yorozu(String name, String url, List<Visit> checks) throws IOException {
        ServerProcess server = ServerProcess.yorozu(settings(name), url, log(name));
        return new Contender("Yorozu, " + name, server, checks);
    }

    /** Answers what the other answers, to the same requests. */
    Contender bare(Contender other) throws IOException {
        return other.bare(scratch, settings("bare"));
    }

    Contender spring(String url) throws IOException {
        String jar = System.getProperty(SPRING);
        if (jar == null) {
            throw new IllegalStateException("Start this benchmark by ./yorozu bench: it says where Spring's jar is");
        }
        ServerProcess server = ServerProcess.start(
                List.of("-jar", jar, "--server.port=0", "--spring.data.redis.url=" + url), log("spring"));
        return new Contender("Spring Session", server, SignIns.atSpring(server.port(), people));
    }

    private Path log(String name) {
        return scratch.resolve(name + ".log");
    }

    /**
     * A server that is ready to sign people in. The rate of each client is counted for every request as ever, but with
     * the highest limit that can be set.
     */
    private Path settings(String name) throws IOException {
        Path data = OwnerOnly.directory(scratch.resolve(name));
        return Files.writeString(OwnerOnly.temporaryFile(data.resolve("yorozu"), ".yaml"), """
                data: %s
                log:
                  access: %s
                systems:
                  discord:
                    clientId: bench
                    clientSecret: bench
                    rates:
                      me: 1000000
                """.formatted(
                        data, accessLog ? "on" : "off"));
    }
}
