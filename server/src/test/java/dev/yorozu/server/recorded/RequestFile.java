package dev.yorozu.server.recorded;

import dev.yorozu.server.recorded.Step.Capture;
import dev.yorozu.server.recorded.Step.Exchange;
import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the requests of a run.
 *
 * <pre>
 * # A remark.
 * &#64; advance PT2M
 * phone POST /tokens/api/entrance/refresh?x=1
 *   Accept-Language: ja
 *   json {"refreshToken":"{{refresh}}"}
 *   times 3
 *   &gt; refresh = /refreshToken
 * </pre>
 *
 * <p>A request begins with who sends it; what belongs to it is indented. Each client has an address and cookies of its own. The
 * body is {@code json}, {@code form}, {@code body} (of no type), or {@code filler} and a number of bytes. A header without a
 * value is not sent at all. What an answer says is kept with {@code >}, and with {@code >!} where it differs from run to run.
 */
final class RequestFile {
    private static final Pattern REQUEST = Pattern.compile("(\\S+) ([A-Z]+) (\\S+)");
    private static final Pattern CAPTURE = Pattern.compile(">(!?) (\\S+) = (.+?)(?: ~ (.+))?");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z-]+:.*");

    private final List<Step> steps = new ArrayList<>();
    private final List<String> indented = new ArrayList<>();
    private Optional<String> request = Optional.empty();

    private RequestFile() {}

    static List<Step> steps(List<String> lines) {
        RequestFile file = new RequestFile();
        lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(file::read);
        file.finish();
        return file.steps;
    }

    private void read(String line) {
        if (line.startsWith("  ")) {
            indented.add(line.substring(2));
            return;
        }
        finish();
        if (line.startsWith("@ ")) {
            steps.add(directive(line.substring(2).split(" ")));
        } else {
            request = Optional.of(line);
        }
    }

    private void finish() {
        request.map(this::exchange).ifPresent(steps::add);
        request = Optional.empty();
        indented.clear();
    }

    private static Step directive(String[] words) {
        return switch (words[0]) {
            case "advance" -> new Step.Advance(Duration.parse(words[1]));
            case "pledge" ->
                new Step.Pledge(words[1], Long.parseLong(words[2]), words.length > 3 ? words[3] : "active_patron");
            case "discord-life" -> new Step.DiscordLife(Long.parseLong(words[1]));
            case "discord-tokens", "discord-user" ->
                new Step.DiscordAnswers(
                        words[0].endsWith("tokens"), Integer.parseInt(words[1]), words.length > 2 ? words[2] : "");
            case "patreon-tokens", "patreon-identities" ->
                new Step.PatreonMood(words[0].endsWith("tokens"), Mood.valueOf(words[1]));
            case "at-provider" -> new Step.AtProvider(words[1], words[2]);
            default -> throw new IllegalArgumentException("There is no directive " + words[0]);
        };
    }

    private Exchange exchange(String line) {
        Matcher parts = matched(REQUEST, line);
        List<String> headers = new ArrayList<>();
        List<Capture> captures = new ArrayList<>();
        String body = "";
        int times = 1;
        for (String each : indented) {
            int space = each.indexOf(' ');
            String rest = each.substring(space + 1);
            switch (space < 0 ? each : each.substring(0, space)) {
                case "json" -> {
                    headers.addFirst("Content-Type: application/json");
                    body = rest;
                }
                case "form" -> {
                    headers.addFirst("Content-Type: application/x-www-form-urlencoded");
                    body = rest;
                }
                case "body" -> body = rest;
                case "filler" -> body = "x".repeat(Integer.parseInt(rest));
                case "times" -> times = Integer.parseInt(rest);
                case ">", ">!" -> captures.add(capture(each));
                default -> headers.add(matched(HEADER, each).group());
            }
        }
        return new Exchange(parts.group(1), parts.group(2), parts.group(3), headers, body, times, captures);
    }

    private static Capture capture(String line) {
        Matcher parts = matched(CAPTURE, line);
        return new Capture(
                parts.group(2),
                !parts.group(1).isEmpty(),
                parts.group(3),
                Optional.ofNullable(parts.group(4)).map(Pattern::compile));
    }

    private static Matcher matched(Pattern form, String line) {
        Matcher parts = form.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("This line is none that is known: " + line);
        }
        return parts;
    }
}
