package dev.yorozu.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.boot.StandardSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
    @Test
    void thePageInDocsIsWhatTheCodeDeclares() throws Exception {
        Path page = Path.of("..", "docs", "settings.md");
        String expected = SettingsReference.markdown(StandardSettings.schema());
        if (Boolean.getBoolean("yorozu.docs.write")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, expected);
        }

        assertThat(page)
                .as("write it anew with: mvn -pl server -am test -Dtest=SettingsReferenceTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dyorozu.docs.write=true")
                .hasContent(expected);
    }

    @Test
    void theSettingsOfTheServerAreDocumentedWithHelp() {
        assertThat(StandardSettings.schema().settings())
                .allSatisfy(setting -> assertThat(setting.help()).endsWith("."))
                .extracting(Setting::variable)
                .contains("YOROZU_SERVER_MAX_BODY_BYTES", "YOROZU_STORE_LIMITS_KEY_BYTES", "YOROZU_DATA")
                .doesNotHaveDuplicates();
    }
}
