package dev.yorozu.bench.nostalgic;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.http.HttpWork;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.json.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts the servers whose counters, likes, rankings and boards are measured.
 *
 * @param scratch where they write
 */
record NostalgicServers(Path scratch) {
    private static final String TOKEN = "bench-owner";

    /** Clients may say where they come from, and one address may write as often as it likes. */
    private static final String SETTINGS = """
            trustedProxies: 127.0.0.0/8
            systems:
              nostalgic:
                durability: %s
            """;

    /**
     * A server with one service of each kind.
     *
     * @param durability of visits, likes and the rest
     */
    HttpDuel.Ready yorozu(String name, String url, String durability) throws IOException {
        ServerProcess server =
                ServerProcess.yorozu(scratch, name.replace(' ', '-'), url, SETTINGS.formatted(durability));
        String board = create(server.port(), "bbs");
        fill(server.port(), NostalgicWork.posts(board));
        List<HttpWork> work = NostalgicWork.all(
                create(server.port(), "visit"), create(server.port(), "like"), create(server.port(), "ranking"), board);
        return new HttpDuel.Ready(new Contender(name, server, List.of()), work);
    }

    private static String create(int port, String kind) throws IOException {
        byte[] request = Visit.post(
                "/api/" + kind + "?action=create",
                "{\"url\":\"https://bench.example/" + kind + "\",\"token\":\"" + TOKEN + "\",\"max\":200}");
        String body = Visit.sample(port, HttpWork.once(request)).getFirst();
        return Document.parse(body)
                .flatMap(answer -> answer.document("data"))
                .flatMap(service -> service.text("id"))
                .orElseThrow(() -> new IllegalStateException("No service was made: " + body));
    }

    private static void fill(int port, List<byte[]> requests) throws IOException {
        for (byte[] request : requests) {
            Visit.sample(port, HttpWork.once(request));
        }
    }
}
