package dev.yorozu.server.recorded;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All that differs from run to run, and what stands for it in the recorded answers. Everything else must be the same.
 *
 * <ul>
 *   <li>Addresses of the server and of the stand-ins: their ports are free ones. The exact texts are replaced.
 *   <li>What the requests keep with {@code >!}, each with its reason there. The exact texts are replaced.
 *   <li>UUIDs of accounts and profiles, which the directory draws by itself. Each is shown by a number, the same wherever it
 *       appears.
 *   <li>Signed tokens, because they may hold such a UUID: shown as what they say, without the signature.
 *   <li>What the {@linkplain #RULES rules} name, where they name it.
 * </ul>
 */
final class Masks {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final Pattern JWT = Pattern.compile("(eyJ[\\w-]+)\\.(eyJ[\\w-]+)\\.[\\w-]+");
    private static final String DOCUMENTS = "/openapi";
    private static final Base64.Decoder BASE64URL = Base64.getUrlDecoder();

    /** One thing that differs in answers to the paths. */
    private record Rule(String paths, Pattern pattern, String replacement) {
        /** The second group of the pattern differs. */
        static Rule of(String paths, String pattern) {
            return new Rule(paths, Pattern.compile(pattern, Pattern.MULTILINE), "$1*$3");
        }

        /** The whole may be there or not. */
        static Rule gone(String paths, String pattern) {
            return new Rule(paths, Pattern.compile(pattern, Pattern.MULTILINE), "");
        }

        String apply(String path, String text) {
            return path.matches(paths) ? pattern.matcher(text).replaceAll(replacement) : text;
        }
    }

    private static final List<Rule> RULES = List.of(
            // Drawn outside of what a test can hold, so that it follows from nothing that a client sends.
            Rule.of(".*", "^(X-Request-Id: )([0-9a-f]{16})()$"),
            // The server's own clock is the real one.
            Rule.of("/(livez|healthz)", "(\"uptimeSeconds\":)(\\d+)()"),
            Rule.of("/", "(<dt>(?:Uptime|稼働時間)</dt><dd>)(.*?)(</dd>)"),
            // How long something took, and how much memory there is.
            Rule.of(
                    "/users(/api/v1)?/admin/system/redis/status",
                    "(\"(?:used|max|percentage|response_time)\":)([\\d.E-]+)()"),
            Rule.of(".*/stats.*", "(\"(?:tookMillis|took_seconds)\":)([\\d.E-]+)()"),
            // The operators' events get their ids from a source of their own; the file has a digest of itself.
            Rule.of("/admin/api/backup", "(\\\\\"id\\\\\":\\\\\"|\"sha256\":\")([\\w-]+)(\\\\?\")"),
            // Where it lies, on which machine, and what is packed differently by each Java.
            Rule.of("/(admin/api/backups|console(/backups)?)", "([\"> ])([^\\s\"<>]*/backups)()"),
            Rule.of("/admin/api/backups", "(\"sha256\":\"|\"bytes\":|\"took\":|\"keys\":)([0-9a-f]+)()"),
            Rule.of("/console/backups", "(<td class=\"number\">)([^<]*)()"),
            // Held against the program by tests of their own; it changes with every word of a description.
            Rule.of("/openapi(\\.json|/.*\\.json)", "(\\A\\{\"openapi\":\"3)(.*)(}\\z)"),
            // Told now and then, as time goes by.
            Rule.gone("/admin/(api/.*|stats)", "^\\{\"keys\":\\d+}\\n"),
            // Samples of time and of the machine; names and labels of those that are ours must be the same.
            Rule.of("/metrics", "^()((?:# \\w+ )?(?:jvm|process)_.*(?:\\n(?:# \\w+ )?(?:jvm|process)_.*)*)()$"),
            Rule.of("/metrics", "^([a-z].* )([\\d.E+-]+|NaN)()$"));

    private final Map<String, String> exact = new LinkedHashMap<>();
    private final Map<String, String> uuids = new HashMap<>();

    /** From now on the name stands for this text, also where colons are encoded. */
    void hide(String text, String name) {
        exact.put(text, "{{" + name + "}}");
        exact.put(text.replace(":", "%3A"), "{{" + name + "}}");
    }

    /** Whether the text holds something of which also the length differs. */
    boolean varies(String path, String text) {
        return !ruled(path, text).equals(text);
    }

    /** The text with all that differs replaced. */
    String apply(String path, String text) {
        if (path.startsWith(DOCUMENTS)) {
            return ruled(path, hidden(text)); // Of examples: none of them is drawn in this run.
        }
        String masked = hidden(JWT.matcher(text).replaceAll(Masks::said));
        masked = UUID.matcher(masked)
                .replaceAll(found -> uuids.computeIfAbsent(found.group(), uuid -> "uuid-number-" + (uuids.size() + 1)));
        return ruled(path, masked);
    }

    /** A text that was sent, with all that differs replaced: a UUID only where an answer had it, as the others are the same in every run. */
    String sent(String text) {
        return UUID.matcher(hidden(text)).replaceAll(found -> uuids.getOrDefault(found.group(), found.group()));
    }

    private String hidden(String text) {
        String masked = text;
        for (Map.Entry<String, String> each : exact.entrySet()) {
            masked = masked.replace(each.getKey(), each.getValue());
        }
        return masked;
    }

    private static String ruled(String path, String text) {
        String masked = text;
        for (Rule rule : RULES) {
            masked = rule.apply(path.split("\\?", 2)[0], masked);
        }
        return masked;
    }

    private static String said(MatchResult token) {
        return Matcher.quoteReplacement("jwt:" + decoded(token.group(1)) + decoded(token.group(2)));
    }

    private static String decoded(String part) {
        return new String(BASE64URL.decode(part), StandardCharsets.UTF_8);
    }
}
