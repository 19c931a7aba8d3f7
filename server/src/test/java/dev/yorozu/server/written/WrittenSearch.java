package dev.yorozu.server.written;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches everything that the servers of all tests wrote for every secret that they handed out or were given. Its name
 * keeps it out of the tests: Maven runs it when those are over, in an execution of its own.
 */
class WrittenSearch {
    @Test
    void nothingThatWasWrittenHoldsASecret() throws IOException {
        List<String> registered = new ArrayList<>();
        for (Path file : Written.secrets()) {
            registered.addAll(Files.readAllLines(file));
        }
        Map<String, List<String>> secrets = byBeginning(registered);
        assertThat(secrets).as("secrets that the tests registered").hasSizeGreaterThan(100);
        long size = 0;
        for (Path texts : Written.texts()) {
            size += Files.size(texts);
            assertThat(found(texts, secrets)).as("%s", texts).isEmpty();
        }
        assertThat(size).as("characters that the tests wrote").isGreaterThan(100_000);
    }

    @Test
    void theSearchFindsWhatIsThere(@TempDir Path directory) throws IOException {
        Path text = Files.writeString(
                directory.resolve("text"), "before\nuser=1 token=0123456789abcdef0123456789abcdef;\n0123456789abXXX\n");
        Map<String, List<String>> secrets =
                byBeginning(List.of("0123456789abcdef0123456789abcdef", "another secret text"));
        assertThat(found(text, secrets)).hasSize(1).allMatch(place -> place.startsWith("line 2: user=1 token=…"));
    }

    private static Map<String, List<String>> byBeginning(List<String> secrets) {
        Map<String, List<String>> byBeginning = new HashMap<>();
        for (String secret : secrets) {
            List<String> same =
                    byBeginning.computeIfAbsent(secret.substring(0, Written.SHORTEST), begin -> new ArrayList<>());
            if (!same.contains(secret)) {
                same.add(secret);
            }
        }
        return byBeginning;
    }

    /** The places at which secrets stand, without the secrets. */
    private static Set<String> found(Path texts, Map<String, List<String>> secrets) throws IOException {
        Set<String> places = new TreeSet<>();
        try (BufferedReader reader = Files.newBufferedReader(texts, StandardCharsets.UTF_8)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                for (int i = 0; i + Written.SHORTEST <= line.length(); i++) {
                    List<String> candidates = secrets.getOrDefault(line.substring(i, i + Written.SHORTEST), List.of());
                    for (String secret : candidates) {
                        if (line.startsWith(secret, i)) {
                            places.add("line " + number + ": " + line.substring(Math.max(0, i - 200), i) + "…");
                        }
                    }
                }
            }
        }
        return places;
    }
}
