package dev.yorozu.bench.session;

import dev.yorozu.bench.http.BareServer;
import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.server.cli.Yorozu;
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
        List<String> serve = ServerProcess.main(
                Yorozu.class.getName(),
                "serve",
                "--port",
                "0",
                "--data",
                scratch.resolve(name).toString(),
                "--store",
                url,
                "--config",
                settings().toString());
        return new Contender("Yorozu, " + name, ServerProcess.start(serve, log(name)), checks);
    }

    /** Answers what the other answers, to the same requests. */
    Contender bare(Contender other) throws IOException {
        Visit first = other.checks().getFirst();
        Path reply = scratch.resolve("reply");
        Files.write(reply, first.sample(other.server().port()));
        List<String> program = ServerProcess.main(
                BareServer.class.getName(), reply.toString(), settings().toString());
        ServerProcess server = ServerProcess.start(program, log("bare"));
        return new Contender(
                "bare",
                server,
                other.checks().stream().map(check -> check.expecting(first)).toList());
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
    private Path settings() throws IOException {
        return Files.writeString(
                OwnerOnly.temporaryFile(scratch.resolve("yorozu"), ".yaml"), """
                log:
                  access: %s
                systems:
                  discord:
                    clientId: bench
                    clientSecret: bench
                    rates:
                      me: 1000000
                """.formatted(accessLog ? "on" : "off"));
    }
}
