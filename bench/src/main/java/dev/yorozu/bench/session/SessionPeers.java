package dev.yorozu.bench.session;

import dev.yorozu.bench.http.LaunchProperties;
import dev.yorozu.bench.http.NodePeer;
import dev.yorozu.bench.http.Peer;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Together;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Session libraries, in servers that sign in without any proof and answer the session check of Yorozu. */
public record SessionPeers(int users) {
    public Peer express() {
        return new NodePeer("express-session", "express-session", this::signedIn);
    }

    public Peer fastify() {
        return new NodePeer("@fastify/session", "fastify-session", this::signedIn);
    }

    public Peer spring() {
        return new Peer() {
            @Override
            public String name() {
                return "Spring Session";
            }

            @Override
            public boolean onJvm() {
                return true;
            }

            @Override
            public ServerProcess start(String redis, Path log) throws IOException {
                String jar = LaunchProperties.of("yorozu.bench.spring");
                return ServerProcess.java(
                        List.of("-jar", jar, "--server.port=0", "--spring.data.redis.url=" + redis), log);
            }

            @Override
            public Supplier<Talk> clients(int port) {
                return signedIn(port);
            }
        };
    }

    private Supplier<Talk> signedIn(int port) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            List<String> sids = Together.make(users, number -> signIn(client, port, Person.of(number)));
            return () -> DiscordFixture.checks(sids);
        }
    }

    /** Signs somebody in, and gives the value of the cookie. */
    private static String signIn(HttpClient client, int port, Person person) throws IOException, InterruptedException {
        String query = "id=" + person.id() + "&name=" + person.name() + "&avatar=" + person.avatar();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/sign-in?" + query))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        String cookie = client.send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        return cookie.substring("sid=".length(), cookie.indexOf(';'));
    }
}
