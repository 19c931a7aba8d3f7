package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators do with apps, on a store that no server has. */
class AppCommandsTest {
    @TempDir
    Path directory;

    private Ended ask(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", directory.resolve("data").toString()));
        Ended ended = Commands.run(all.toArray(String[]::new));
        ended.out().lines().filter(line -> line.startsWith("yrz_")).forEach(Written::secret);
        return ended;
    }

    private String file(String json) throws IOException {
        return Files.writeString(directory.resolve("settings.json"), json).toString();
    }

    @Test
    void anAppIsMadeShownChangedRotatedAndDeleted() throws Exception {
        assertThat(ask("app", "create", "shop").out())
                .startsWith("Made the app shop, and the credential shop. This is shown once:\nyrz_shop_");
        assertThat(ask("app", "create", "shop").err())
                .contains("There is an app of this name already;", "--scope app/shop:*.");
        assertThat(ask("app", "list").out()).contains("NAME  CREDENTIALS  KEYS  BYTES  MADE", "SETTINGS", "shop  shop");

        assertThat(ask("app", "settings", "shop", file("{\"sessions\":{\"max_per_user\":1}}"))
                        .out())
                .isEqualTo("Gave shop other settings.\n");
        assertThat(ask("app", "show", "shop").out()).contains("\"max_per_user\" : 1,");
        assertThat(ask("app", "rotate", "shop", "--grace", "1h").out())
                .startsWith("Issued a new secret for shop. This is shown once:\nyrz_shop_");

        assertThat(ask("app", "delete", "shop").err()).contains("nothing was deleted: confirm it with --yes");
        assertThat(ask("app", "delete", "shop", "--yes").out()).startsWith("Deleted shop and 0 keys of it.");
        assertThat(ask("credential", "list").out()).contains("There are no credentials");
        assertThat(ask("app", "show", "shop")).isEqualTo(new Ended(1, "", "There is no app shop.\n"));
    }

    @Test
    void whatCannotBeIsSaidInASentence() throws Exception {
        ask("credential", "create", "shop");
        assertThat(ask("app", "create", "shop").err()).contains("choose another with --credential");
        assertThat(ask("app", "list").out()).isEqualTo("There are no apps: ./yorozu app create NAME makes one.\n");
        assertThat(ask("app", "create", "shop", "--credential", "web").status()).isZero();
        assertThat(ask("app", "rotate", "shop").err()).contains("The app shop has no credential shop: it has web.");
        assertThat(ask("app", "create", "No name").err()).contains("1 to 32 lower-case letters, digits and dashes");
        assertThat(ask("app", "create", "blog", "--settings", file("{\"sessions\":{\"life\":\"30d\"}}"))
                        .err())
                .contains("sessions.life must be a whole number");
        assertThat(ask("app", "create", "blog", "--settings", "none.json").err())
                .contains("The file none.json cannot be read");
        assertThat(ask("app", "create", "blog", "--settings", file("{\"tokens\":{\"issuer\":\"https://a.example\"}}"))
                        .out())
                .contains("No metadata of it are published, because its tokens.issuer is not its address");
        assertThat(ask("app", "settings", "none", file("{}")).err()).contains("There is no app none.");
    }
}
