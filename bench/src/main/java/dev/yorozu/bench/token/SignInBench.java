package dev.yorozu.bench.token;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.measure.Accounts;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Versions;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the time of a refused sign-in tells which accounts there are. */
@Command(
        name = "sign-in",
        description = {
            "Refused sign-ins: a wrong password for an account that exists, beside an account that does not.",
            "Each try is of another account and another address, because both are counted."
        },
        mixinStandardHelpOptions = true)
public final class SignInBench implements Callable<Integer> {
    private static final int WARM_UP = 40;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Option(names = "--tries", defaultValue = "200", description = "Tries of each kind (default ${DEFAULT-VALUE}).")
    private int tries;

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.println(Versions.describe());
        Path scratch = measuring.scratch();
        try {
            Path settings = ServerProcess.settings(
                    OwnerOnly.directory(scratch.resolve("data")), new TokensFixture(0).settings());
            Accounts.make(ServerProcess.read(settings), tries + WARM_UP);
            String url = "rocksdb:" + scratch.resolve("store");
            try (ServerProcess server = ServerProcess.yorozu(List.of(), settings, url, scratch.resolve("yorozu.log"));
                    HttpClient client = HttpClient.newHttpClient()) {
                measure(client, server.port());
            }
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private void measure(HttpClient client, int port) throws IOException, InterruptedException {
        double[] known = new double[tries];
        double[] unknown = new double[tries];
        Random order = new Random(1);
        for (int i = -WARM_UP; i < tries; i++) {
            int account = i + WARM_UP;
            boolean knownFirst = order.nextBoolean();
            String user = Accounts.login(account);
            String nobody = "nobody" + account;
            double first = millis(client, port, knownFirst ? user : nobody, 2 * account);
            double second = millis(client, port, knownFirst ? nobody : user, 2 * account + 1);
            if (i >= 0) {
                known[i] = knownFirst ? first : second;
                unknown[i] = knownFirst ? second : first;
            }
        }
        Arrays.sort(known);
        Arrays.sort(unknown);
        Table table = new Table("refused sign-in", "tries", "wrong password ms", "unknown account ms", "ratio");
        row(table, "first quartile", known, unknown, 0.25);
        row(table, "median", known, unknown, 0.5);
        row(table, "third quartile", known, unknown, 0.75);
        System.out.println(table);
    }

    private void row(Table table, String what, double[] known, double[] unknown, double share) {
        int place = (int) (tries * share);
        table.row(
                what,
                Integer.toString(tries),
                String.format("%.1f", known[place]),
                String.format("%.1f", unknown[place]),
                Table.ratio(known[place] / unknown[place]));
    }

    private static double millis(HttpClient client, int port, String identifier, int number)
            throws IOException, InterruptedException {
        String body = """
                {"loginIdentifier":"%s","password":"not the right one","deviceType":"Browser","os":"Linux"}\
                """.formatted(identifier);
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/tokens/api/entrance/auth/login"))
                .header("Content-Type", "application/json")
                .header("X-Forwarded-For", "198.18." + number / 250 + "." + (1 + number % 250))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        long start = System.nanoTime();
        int status =
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        double millis = (System.nanoTime() - start) / 1e6;
        if (status != 401) {
            throw new IllegalStateException("A wrong password was answered with " + status);
        }
        return millis;
    }
}
