package dev.yorozu.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The document of all interfaces is one of OpenAPI 3.1 by the word of others: Redocly's linter checks its structure, that all is
 * described, and that the examples meet the schemas.
 */
class LintedDocumentTest {
    private static final Path LINTER = Path.of("target", "npm", "node_modules", "@redocly", "cli", "bin", "cli.js")
            .toAbsolutePath();

    @Test
    void nothingIsToBeSaidAgainstTheDocument(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(LINTER).as("./test installs it below server/target/npm").exists();
        Files.writeString(folder.resolve("openapi.json"), Operation.DOCUMENT.toString());
        try (InputStream rules = Objects.requireNonNull(getClass().getResourceAsStream("redocly.yaml"))) {
            Files.copy(rules, folder.resolve("redocly.yaml"));
        }
        ProcessBuilder linter =
                new ProcessBuilder("node", LINTER.toString(), "lint", "openapi.json", "--format=stylish");
        linter.environment().put("REDOCLY_TELEMETRY", "off");
        linter.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        Process process =
                linter.directory(folder.toFile()).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("Your API description is valid");
    }
}
