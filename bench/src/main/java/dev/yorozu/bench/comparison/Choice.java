package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.Peer;
import dev.yorozu.bench.http.Row;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the caller of a comparison chooses. */
final class Choice {
    private static final int QUICK_USERS = 5_000;

    @Option(
            names = "--row",
            paramLabel = "NAME",
            description = "Measures only what has this in its name; may be given more than once.")
    private List<String> names = List.of();

    @Option(
            names = "--peer",
            paramLabel = "NAME",
            description =
                    "With --store redis: measures only beside peers that have this in their names, or none; may be"
                            + " given more than once.")
    private List<String> peers = List.of();

    @Option(names = "--callers", defaultValue = "64", description = "Connections at once (default ${DEFAULT-VALUE}).")
    private int callers;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            description = "How long a turn of a side takes (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--rounds", defaultValue = "5", description = "Turns of each side (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warm-up",
            defaultValue = "15",
            description = "Seconds in which each side may compile itself for a row (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--users",
            defaultValue = "100000",
            description = "People who are signed in, each of whom any request may be of (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests a second at which latencies are measured; half of what the slowest side reaches.")
    private double rate;

    @Option(names = "--store", defaultValue = "embedded", description = "embedded or redis (default ${DEFAULT-VALUE}).")
    private String store = "";

    @Option(
            names = "--tracking",
            description = "With --store redis: lets Yorozu keep what it reads in memory, for 30 s at most.")
    private boolean tracking;

    @Option(names = "--quick", description = "Short turns and few users: a first look at one row.")
    private boolean quick;

    @Option(names = "--jfr", paramLabel = "FILE", description = "Lets Yorozu record itself, which costs it a little.")
    private String recording = "";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where servers write; the disk is part of the result (default ${DEFAULT-VALUE}).")
    private Path directory = Path.of("bench", "target");

    boolean includes(Row row) {
        return names.isEmpty() || names.stream().anyMatch(row.name()::contains);
    }

    /** Those of the peers that are measured: all, where none is named. */
    List<Peer> of(List<Peer> all) {
        return all.stream()
                .filter(peer -> peers.isEmpty() || peers.stream().anyMatch(peer.name()::contains))
                .toList();
    }

    int callers() {
        return callers;
    }

    Duration turn() {
        return Duration.ofSeconds(quick ? 1 : seconds);
    }

    int rounds() {
        return quick ? 3 : rounds;
    }

    Duration warmUp() {
        return Duration.ofSeconds(quick ? 6 : warmUp);
    }

    int users() {
        return quick ? QUICK_USERS : users;
    }

    /** The Redis that Yorozu and its peers work with, where one was chosen. */
    Optional<RedisProcess> redis() {
        return switch (store) {
            case "redis" -> Optional.of(RedisProcess.start());
            case "embedded" -> Optional.empty();
            default -> throw new IllegalArgumentException("--store is embedded or redis");
        };
    }

    /** The settings that follow from what was chosen. */
    String settings() {
        return tracking ? "store:\n  tracking:\n    maxAge: 30s\n" : "";
    }

    /** @param slowest what the slowest side reaches */
    double pace(double slowest) {
        return rate > 0 ? rate : slowest / 2;
    }

    /** Further flags of Yorozu's JVM. */
    List<String> flags() {
        return recording.isEmpty()
                ? List.of()
                : List.of("-XX:StartFlightRecording=settings=profile,filename=" + recording);
    }

    /** An empty directory of the chosen disk. */
    Path scratch() throws IOException {
        Files.createDirectories(directory);
        return Files.createTempDirectory(directory.toAbsolutePath(), "bench");
    }

    @Override
    public String toString() {
        String form =
                "%s store%s; %,d users; %d callers; %d turns of %d s for each side, in turns, after %d s of warm-up and"
                        + " the first request of every user; medians";
        return form.formatted(
                store,
                tracking ? " with tracking" : "",
                users(),
                callers,
                rounds(),
                turn().toSeconds(),
                warmUp().toSeconds());
    }
}
