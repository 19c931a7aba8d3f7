package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.demo.Demo;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests for every route of every system with some of their bytes changed: none may be taken for the server's fault. */
class MutatedRequestsTest {
    private static final int CLIENTS = 4;
    /** So often somebody signs in anew, because some requests sign out or delete everything. */
    private static final int EACH = 250;

    private static final int USUAL = 1_000;
    private static final int ALL = 1_000_000;
    /**
     * All but HTTP's own words for a version and an encoding that a client made up, and for a provider that is not there,
     * as that of OpenID Connect is not.
     */
    private static final Pattern FAULT = Pattern.compile("HTTP/1\\.1 5(?!01|02|05)\\d\\d ");

    @TempDir
    Path data;

    private final AtomicInteger sent = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Queue<LogRecord> logged = new ConcurrentLinkedQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getThrown() != null) {
                logged.add(entry);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void noneIsAServerErrorOrLeavesAStackTrace() throws Exception {
        RandomTokens random = RandomTokens.secure();
        Demo demo = new Demo(Demo.port(settings(List.of()), false), data, random, InstantSource.system());
        Settings settings = settings(demo.settings());
        new Serving(settings, random, InstantSource.system())
                .use(
                        demo.modules(settings),
                        (store, directory) -> {},
                        (server, modules, note) -> play(server, modules));

        assertThat(faults)
                .as("requests that were answered with a fault of the server")
                .isEmpty();
        assertThat(logged.stream().map(entry -> entry.getMessage() + ": " + entry.getThrown()))
                .as("faults in the log")
                .isEmpty();
    }

    private Settings settings(List<Demo.Value> values) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .flag("data", "--data", data.toString())
                .flag("store.url", "--store", "memory:")
                .flag("passwords.memory", "test", "8KiB")
                .flag("trustedProxies", "test", "127.0.0.1")
                .flag("admin.token", "test", SampleRequests.ADMIN_TOKEN)
                .flag("systems.oidc.issuer", "test", "http://127.0.0.1:9")
                .flag("systems.oidc.clientId", "test", "a-client");
        values.forEach(value -> reader.flag(value.name(), value.name(), value.text()));
        return reader.read();
    }

    private void play(Server server, List<HttpModule> modules) throws InterruptedException {
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        try {
            int each = Rounds.of(USUAL, ALL) / CLIENTS;
            long seed = Rounds.seed();
            List<Future<?>> clients = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < CLIENTS; i++) {
                    SplittableRandom random = new SplittableRandom(seed * CLIENTS + i);
                    clients.add(threads.submit(() -> send(server.port(), modules, random, each)));
                }
            }
            assertThat(clients).allSatisfy(client -> assertThat(client).succeedsWithin(Duration.ZERO));
            assertThat(sent.get())
                    .as("sent, unless faults ended it")
                    .isEqualTo(faults.isEmpty() ? each * CLIENTS : sent.get());
            assertThat(answer(
                            server.port(),
                            "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
                    .startsWith("HTTP/1.1 200 ");
        } finally {
            root.removeHandler(handler);
        }
    }

    private void send(int port, List<HttpModule> modules, SplittableRandom random, int times) {
        for (int done = 0; done < times && faults.size() < 20; done += EACH) {
            Mutation mutation = new Mutation(SampleRequests.of(modules, each -> answer(port, each)), random);
            for (int i = 0; i < EACH; i++) {
                byte[] request = mutation.next();
                String answer = answer(port, request);
                sent.incrementAndGet();
                if (FAULT.matcher(answer).find()) {
                    faults.add(new String(request, StandardCharsets.ISO_8859_1) + "\n->\n" + answer);
                }
            }
        }
    }

    /** All that the server answers until it closes the connection, which it does once it has read all. */
    private static String answer(int port, byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (SocketException e) {
                // A server that has seen enough answers and closes before it was sent everything.
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            return "";
        } catch (IOException e) {
            return "HTTP/1.1 599 " + e;
        }
    }
}
