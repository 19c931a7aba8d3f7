package dev.yorozu.conformance.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripts within the pinned @upstash/ratelimit, as ./test installs it for the tests of the server. */
final class PublishedScripts {
    private static final Path PACKAGE =
            Path.of("..", "server", "target", "npm", "node_modules", "@upstash", "ratelimit", "dist", "index.js");
    private static final Pattern TEXT = Pattern.compile("(?s)var \\w*[sS]cript\\d? = `(.*?)`;");
    private static final Pattern DIGEST = Pattern.compile("hash: \"([0-9a-f]{40})\"");

    /** What a text takes from the program around it. */
    private static final Map<String, String> VALUES = Map.of("${tokenBucketIdentifierNotFound}", "-1");

    private final Map<String, String> texts = new TreeMap<>();
    private final Set<String> named = new TreeSet<>();

    PublishedScripts() {
        String program = read();
        Matcher text = TEXT.matcher(program);
        while (text.find()) {
            String whole = text.group(1);
            for (Map.Entry<String, String> value : VALUES.entrySet()) {
                whole = whole.replace(value.getKey(), value.getValue());
            }
            texts.put(digest(whole), whole);
        }
        Matcher digest = DIGEST.matcher(program);
        while (digest.find()) {
            named.add(digest.group(1));
        }
    }

    private static String read() {
        try {
            return Files.readString(PACKAGE);
        } catch (IOException missing) {
            throw new UncheckedIOException("./test installs @upstash/ratelimit below server/target/npm", missing);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The digests of its texts. */
    Set<String> digests() {
        return texts.keySet();
    }

    String text(String digest) {
        return Objects.requireNonNull(texts.get(digest));
    }

    /** The digests that the package itself says. */
    Set<String> named() {
        return named;
    }
}
