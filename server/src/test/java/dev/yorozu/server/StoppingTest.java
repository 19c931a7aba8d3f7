package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoppingTest {
    private final FailingStore store = new FailingStore();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Answers when it is released, and says whether the store was still open then. */
    private final HttpModule slow = new HttpModule() {
        @Override
        public String mount() {
            return "";
        }

        @Override
        public void routes(Routes routes) {
            routes.get("/slow", call -> {
                entered.countDown();
                released.await();
                return Reply.text(200, store.isClosed() ? "too late" : "in time");
            });
        }
    };

    @Test
    void aRunningRequestFinishesBeforeTheStoreIsClosed() throws Exception {
        RunningServer server = new RunningServer(store, Map.of("server.shutdownGrace", "30s"), slow);
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> get(server));
        entered.await();
        int port = server.server().port();
        Thread stopping = Thread.ofPlatform().start(server.server()::stop);
        awaitRefusal(port);
        released.countDown();

        assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("in time");
        stopping.join();
        assertThat(store.isClosed()).isTrue();
        server.close();
    }

    @Test
    void aRequestThatOutlastsTheGraceIsBrokenOff() throws Exception {
        RunningServer server = new RunningServer(store, Map.of("server.shutdownGrace", "100ms"), slow);
        // The reply may or may not make it out before the connection is cut.
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> get(server))
                .handle((response, cut) -> cut == null ? "status " + response.statusCode() : "cut");
        entered.await();
        server.server().stop();

        assertThat(store.isClosed()).isTrue();
        assertThat(answer.get(20, TimeUnit.SECONDS)).isIn("status 503", "cut");
        server.close();
    }

    @Test
    void anIdleConnectionDoesNotHoldUpTheStop() throws Exception {
        RunningServer server = new RunningServer(store, Map.of("server.shutdownGrace", "1h"), slow);
        server.get("/healthz");
        try (Socket idle = server.connect()) {
            server.get("/healthz");
            server.server().stop();

            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
        server.close();
    }

    @Test
    void aTakenPortIsToldInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> new RunningServer(
                            store,
                            Map.of("server.port", Integer.toString(taken.getLocalPort()), "server.host", "0.0.0.0")))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("--port 0")
                    .hasNoCause();
        }
        assertThat(store.isClosed()).isFalse();
    }

    @Test
    void anUnknownHostIsToldInOneSentence() {
        assertThatThrownBy(() -> new RunningServer(store, Map.of("server.host", "no-such-host.invalid")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--host");
    }

    @Test
    void aSignalEndsTheProcessInOrder() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SignalledServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).startsWith("Yorozu is ready at http://127.0.0.1:");
            process.toHandle().destroy(); // SIGTERM

            assertThat(out.readLine()).isEqualTo("The store is closed");
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static HttpResponse<String> get(RunningServer server) {
        try {
            return server.get("/slow");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitRefusal(int port) throws InterruptedException {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.isConnected()).isTrue();
                Thread.sleep(10);
            } catch (IOException e) {
                return;
            }
        }
    }
}
