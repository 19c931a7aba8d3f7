package dev.yorozu.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A peer from npm, which runs on one processor. What it consists of is installed when the first of them is started.
 *
 * @param script its file among the peers, without the suffix
 * @param work makes its clients, given the port
 */
public record NodePeer(String name, String script, Function<Integer, Supplier<Talk>> work) implements Peer {
    private static final String LOCK = "package-lock.json";

    @Override
    public boolean onJvm() {
        return false;
    }

    @Override
    public ServerProcess start(String redis, Path log) throws IOException {
        Path installed = installed(Path.of(LaunchProperties.of("yorozu.bench.peers")));
        return ServerProcess.start(
                List.of("node", installed.resolve(script + ".js").toString(), redis), log);
    }

    /** The peers as they lie in the tree, with what they need beside them, among what is built. */
    private static Path installed(Path peers) throws IOException {
        Path target = Files.createDirectories(peers.resolveSibling("target").resolve("npm"));
        Path lock = target.resolve(LOCK);
        boolean current = Files.exists(target.resolve("node_modules").resolve("." + LOCK))
                && Files.exists(lock)
                && Files.mismatch(lock, peers.resolve(LOCK)) < 0;
        try (Stream<Path> files = Files.list(peers)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!current) {
            install(target);
        }
        return target;
    }

    private static void install(Path directory) throws IOException {
        System.err.println("Installing the peers from npm …");
        Process npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (npm.waitFor() != 0) {
                throw new IOException("The peers could not be installed: run `npm ci` in " + directory);
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
