package dev.yorozu.store.testkit.redis;

import java.util.ArrayList;
import java.util.List;

/**
 * A real redis-server on a free loopback port, with a directory of its own, that keeps nothing on disk unless asked.
 *
 * <p>It ends with {@link #close} or with the JVM, whichever comes first.
 */
public final class RedisProcess implements AutoCloseable {
    private static final String READY = "Ready to accept connections";
    private static final int ATTEMPTS = 5;

    private final Daemon daemon;
    private final int port;
    private final String password;

    private RedisProcess(Daemon daemon, int port, String password) {
        this.daemon = daemon;
        this.port = port;
        this.password = password;
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @param arguments settings in the form of the command line, such as {@code "--appendonly", "yes"}
     */
    public static RedisProcess start(String... arguments) {
        return start(List.of(arguments));
    }

    static RedisProcess start(List<String> arguments) {
        for (int attempt = 1; ; attempt++) {
            int port = Ports.free();
            try {
                Daemon daemon = Daemon.start(Daemon.newDirectory("redis-"), command(port, arguments), READY);
                return new RedisProcess(daemon, port, password(arguments));
            } catch (Daemon.DidNotStart e) {
                // Someone else may have taken the port since it was found free.
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    /** The server that all tests of this JVM may share; it is started at the first call and ends with the JVM. */
    public static RedisProcess shared() {
        return Shared.SERVER;
    }

    public int port() {
        return port;
    }

    public long pid() {
        return daemon.pid();
    }

    /** The URL of this server, with the password that it was started with. */
    public String url() {
        return "redis://" + (password.isEmpty() ? "" : ":" + password + "@") + "127.0.0.1:" + port;
    }

    /** Stops the process in its tracks: connections stay open, nothing is answered. */
    public void freeze() {
        daemon.signal("STOP");
    }

    public void thaw() {
        daemon.signal("CONT");
    }

    /** Ends the process at once, as a power cut would. */
    public void kill() {
        daemon.kill();
    }

    /** Starts the server again on its port, with its directory and its settings; kills it first where it still runs. */
    public void restart() {
        daemon.restart();
    }

    /** What redis-cli prints for this command; errors of the server are printed too. */
    public String cli(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Programs.redisCli(), "-h", "127.0.0.1", "-p", "" + port));
        command.addAll(List.of(arguments));
        return Shell.run(command, password);
    }

    @Override
    public void close() {
        daemon.close();
    }

    private static List<String> command(int port, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(Programs.redisServer()));
        command.addAll(List.of("--bind", "127.0.0.1", "--port", "" + port, "--daemonize", "no"));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        // A master waits five seconds for more replicas before it feeds the first; ours come one at a time.
        command.addAll(List.of("--repl-diskless-sync-delay", "0"));
        command.addAll(arguments);
        return command;
    }

    private static String password(List<String> arguments) {
        int option = arguments.indexOf("--requirepass");
        return option < 0 ? "" : arguments.get(option + 1);
    }

    private static final class Shared {
        static final RedisProcess SERVER = start();
    }
}
