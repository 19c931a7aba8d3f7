package dev.yorozu.store.testkit.redis;

import dev.yorozu.store.testkit.CommandFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a short command to its end. */
final class Shell {
    private Shell() {}

    /** What the command printed, without the last line's end; fails when its exit code is not zero. */
    static String run(List<String> command, String redisPassword) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            if (!redisPassword.isEmpty()) {
                builder.environment().put("REDISCLI_AUTH", redisPassword);
            }
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new CommandFailed(command.getFirst() + " failed: " + output.strip());
            }
            return output.stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + command.getFirst(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while running " + command.getFirst(), e);
        }
    }
}
