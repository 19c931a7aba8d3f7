package dev.yorozu.server.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The files that pages load, held in memory. Links carry a fingerprint of the content, so that a browser keeps a file for
 * good and still sees every change at once.
 */
public final class Assets {
    private static final Map<String, String> TYPES =
            Map.of("css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml");

    private final Map<String, StaticFile> assets = new HashMap<>();

    Assets(String... names) {
        for (String name : names) {
            String extension = name.substring(name.lastIndexOf('.') + 1);
            assets.put(name, new StaticFile(Objects.requireNonNull(TYPES.get(extension)), read(name)));
        }
    }

    private static byte[] read(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("assets/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String link(String name) {
        return "/assets/" + name + "?v="
                + Objects.requireNonNull(assets.get(name)).fingerprint();
    }

    Reply answer(Call call) {
        StaticFile asset = assets.get(call.parameter("name"));
        if (asset == null) {
            return Problem.notFound().reply();
        }
        boolean exact = call.query("v").equals(Optional.of(asset.fingerprint()));
        return asset.answer(call)
                .with("Cache-Control", exact ? "public, max-age=31536000, immutable" : "public, max-age=300");
    }
}
