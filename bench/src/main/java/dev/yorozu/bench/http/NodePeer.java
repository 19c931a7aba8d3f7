package dev.yorozu.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A peer from npm, which runs on one processor. What it consists of is installed when the first of them is started.
 *
 * @param script its file among the peers, without the suffix
 * @param work makes its clients, given the port
 */
public record NodePeer(String name, String script, Function<Integer, Supplier<Talk>> work) implements Peer {
    @Override
    public boolean onJvm() {
        return false;
    }

    @Override
    public ServerProcess start(String redis, Path log) throws IOException {
        Path peers = Path.of(LaunchProperties.of("yorozu.bench.peers"));
        install(peers);
        return ServerProcess.start(List.of("node", peers.resolve(script + ".js").toString(), redis), log);
    }

    private static void install(Path peers) throws IOException {
        if (Files.exists(peers.resolve("node_modules/.package-lock.json"))) {
            return;
        }
        System.err.println("Installing the peers from npm …");
        Process npm = new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund")
                .directory(peers.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (npm.waitFor() != 0) {
                throw new IOException("The peers could not be installed: run `npm ci` in " + peers);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while npm installs", e);
        }
    }

    @Override
    public Supplier<Talk> clients(int port) {
        return work.apply(port);
    }
}
