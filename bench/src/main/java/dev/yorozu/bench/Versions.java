package dev.yorozu.bench;

import com.nimbusds.jwt.SignedJWT;
import dev.yorozu.server.Version;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which versions were measured. */
final class Versions {
    private Versions() {}

    static String describe() {
        return "Yorozu %s, Nimbus JOSE+JWT %s, Helidon %s"
                .formatted(
                        Version.text(),
                        of(SignedJWT.class, "com.nimbusds", "nimbus-jose-jwt"),
                        io.helidon.common.Version.VERSION);
    }

    /** The version that Maven wrote into a library's jar. */
    private static String of(Class<?> anchor, String group, String artifact) {
        String file = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (InputStream in = anchor.getResourceAsStream(file)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "of unknown version");
        } catch (IOException e) {
            return "of unknown version";
        }
    }
}
