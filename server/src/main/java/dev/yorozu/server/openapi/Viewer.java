package dev.yorozu.server.openapi;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.pages.StaticFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of Swagger UI, which shows documents of OpenAPI. They are read when they are first asked for, because they are large, and
 * links carry their version, so that a browser keeps them for good.
 */
final class Viewer {
    private static final Map<String, String> TYPES = Map.of(
            "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "swagger-ui.css", "text/css; charset=utf-8");
    /** Which one the build took. */
    private static final String VERSION = new String(read("viewer.txt"), StandardCharsets.UTF_8).strip();

    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

    private static byte[] read(String resource) {
        try (InputStream in = Objects.requireNonNull(Viewer.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What follows the name of a file in links to it. */
    static String version() {
        return "?v=" + VERSION;
    }

    Reply answer(Call call) {
        String name = call.parameter("file");
        String type = TYPES.get(name);
        if (type == null) {
            return Problem.notFound().reply();
        }
        boolean exact = call.query("v").equals(Optional.of(VERSION));
        return files.computeIfAbsent(name, each -> new StaticFile(type, read(path(each))))
                .answer(call)
                .with("Cache-Control", exact ? "public, max-age=31536000, immutable" : "public, max-age=300");
    }

    private static String path(String name) {
        return "/META-INF/resources/webjars/swagger-ui/" + VERSION + "/" + name;
    }
}
