package dev.yorozu.store.testkit.redis;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The programs that the servers are made of, found on the path. */
final class Programs {
    private Programs() {}

    static String redisServer() {
        return require("redis-server", "redis-server");
    }

    static String redisCli() {
        return require("redis-cli", "redis-tools");
    }

    /** Fails with one sentence that says what to install, because a test that skips itself proves nothing. */
    static String require(String program, String debianPackage) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
            Path candidate = Path.of(directory, program);
            if (Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        throw new IllegalStateException(
                program + " is not installed: install the Debian package " + debianPackage + " and run the test again");
    }
}
