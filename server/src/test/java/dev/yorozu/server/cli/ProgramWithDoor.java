package dev.yorozu.server.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The real program on its embedded store, with the door for Redis clients open.
 *
 * @param secret that of a credential for everything
 */
record ProgramWithDoor(Program.Serving server, int port, String secret) implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    /** Makes a credential for everything in a data directory that no server has. */
    static String operator(Path data) {
        Program.Ended made = Commands.run(
                "credential",
                "create",
                "operator",
                "--keys",
                "*",
                "--may",
                "read,write,keyspace,dangerous",
                "--data",
                data.toString());
        return made.out()
                .lines()
                .filter(line -> line.startsWith("yrz_"))
                .findFirst()
                .orElseThrow();
    }

    static ProgramWithDoor start(Path directory, Path data, String secret, Map<String, String> settings)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            Map<String, String> all = new HashMap<>(settings);
            all.put("YOROZU_DOORS_REDIS_ENABLED", "on");
            all.put("YOROZU_DOORS_REDIS_PORT", Integer.toString(port));
            try {
                return new ProgramWithDoor(
                        Program.Serving.start(directory, all, "--data", data.toString()), port, secret);
            } catch (AssertionError refused) {
                // Someone else may have taken the port since it was found free.
                if (attempt == ATTEMPTS || !String.valueOf(refused.getMessage()).contains("Cannot listen on")) {
                    throw refused;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
