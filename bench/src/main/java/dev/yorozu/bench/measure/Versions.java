package dev.yorozu.bench.measure;

import dev.yorozu.server.config.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Which versions were measured. */
public final class Versions {
    private Versions() {}

    public static String describe() {
        return "Yorozu %s, Nimbus JOSE+JWT %s, Helidon %s"
                .formatted(Version.text(), built().getProperty("nimbus"), io.helidon.common.Version.VERSION);
    }

    /** What the build wrote down: the libraries' own notes do not come along into one jar. */
    private static Properties built() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(Versions.class.getResourceAsStream("versions.properties"))) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
