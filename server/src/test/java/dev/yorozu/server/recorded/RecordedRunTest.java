package dev.yorozu.server.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.OwnModules;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.listener.DeclaredRoutes;
import dev.yorozu.server.openapi.Coverage;
import dev.yorozu.server.openapi.Examples;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every answer of a run over all routes of all systems is what it was when it was recorded, byte for byte but for what
 * {@link Masks} names. {@code ./test --record} records anew; what differs then is reviewed with the commit.
 */
class RecordedRunTest {
    private static final Path FOLDER = Path.of("src/test/resources/dev/yorozu/server/recorded");
    private static final boolean RECORDING = "record".equals(System.getProperty("yorozu.test.answers"));
    private static final int FEWEST = 400;

    /** In this order, on one server: each finds what those before it left. */
    private static final List<String> FILES = List.of(
            "server",
            "discord",
            "oidc",
            "tokens",
            "users",
            "patreon",
            "nostalgic",
            "admin",
            "console",
            "oauth",
            "apps",
            "revocations");

    @Test
    void everyAnswerIsAsItWasRecorded(@TempDir Path data) throws Exception {
        try (RecordedSite site = new RecordedSite(data)) {
            site.use((url, store, modules) -> play(site, url, store, modules));
        }
    }

    private static void play(RecordedSite site, URI url, Store store, List<HttpModule> modules) {
        List<HttpModule> all = new ArrayList<>(modules);
        all.addAll(OwnModules.all());
        DeclaredRoutes routes = new DeclaredRoutes(all);
        Examples examples = new Examples();
        Coverage.begin();
        Player player = new Player(
                site,
                url,
                shown -> routes.find(shown.method(), shown.target())
                        .ifPresent(met -> examples.add(site.interfaces(), shown.at(met))));
        for (String file : FILES) {
            Transcript answers = player.play(
                    file, RequestFile.steps(read(file + ".requests").lines().toList()));
            if (RECORDING) {
                write(file + ".answers", answers.text());
            } else {
                assertThat(Difference.first(Transcript.entries(read(file + ".answers")), answers.entries()))
                        .as("an answer that differs, of " + file + ".requests: ./test --record records anew")
                        .isEmpty();
            }
            assertThat(DeclaredKeys.flaws(store))
                    .as("keys that " + file + ".requests left in another shape than is declared")
                    .isEmpty();
        }
        assertThat(unmet(routes, player.played()))
                .as("routes that no request meets with their own method")
                .isEmpty();
        assertThat(player.played()).hasSizeGreaterThanOrEqualTo(FEWEST);
        examples.files().forEach(RecordedRunTest::compare);
        assertThat(Coverage.gaps())
                .as(
                        "what the documents of OpenAPI say and no recorded request shows: add a request, or take it from the .yaml")
                .isEmpty();
    }

    private static void compare(String file, String text) {
        Path path = Path.of("src/main/resources/dev/yorozu/server/openapi").resolve(file);
        if (RECORDING) {
            write(path, text);
        } else {
            assertThat(read(path))
                    .as("examples of OpenAPI: ./test --record records them anew")
                    .isEqualTo(text);
        }
    }

    private static Set<String> unmet(DeclaredRoutes routes, List<Step.Exchange> played) {
        Set<String> unmet = new TreeSet<>(routes.all());
        played.forEach(each -> routes.met(each.method(), each.path()).ifPresent(unmet::remove));
        return unmet;
    }

    private static String read(String file) {
        return read(FOLDER.resolve(file));
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static void write(String file, String text) {
        write(FOLDER.resolve(file), text);
    }

    private static void write(Path path, String text) {
        try {
            Files.writeString(path, text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
