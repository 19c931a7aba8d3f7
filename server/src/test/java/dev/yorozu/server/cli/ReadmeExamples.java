package dev.yorozu.server.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands and calls that pages show, as they show them, but for those that start a server or name another store. */
record ReadmeExamples(List<String> all) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final Pattern BODY = Pattern.compile("-d '([^']*)'");
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:8080([^' ]*)");
    private static final Pattern ELSEWHERE = Pattern.compile("./yorozu (serve|demo|restore)\\b.*|.*--store .*");

    static ReadmeExamples of(String... names) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            String text = Files.readString(Path.of("..", name)).replaceAll("\\\\\n\\s*", "");
            add(text, found);
        }
        return new ReadmeExamples(found.stream().distinct().toList());
    }

    private static void add(String text, List<String> found) {
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String shell = block.group(1).isEmpty() ? block.group(2) : "";
            shell.lines()
                    .map(line -> line.replaceFirst("^\\$ ", "").strip())
                    .filter(line -> line.startsWith("./yorozu ")
                            || (line.startsWith("curl ")
                                    && ADDRESS.matcher(line).find()))
                    .filter(line -> !ELSEWHERE.matcher(line).matches())
                    .forEach(found::add);
        }
    }

    /** Does what an example says with a demonstration, and gives what was wrong with it; nothing when it worked. */
    static String run(String example, URI demo, Path data) throws IOException, InterruptedException {
        return example.startsWith("curl ") ? call(example, demo) : command(example, data);
    }

    /** Whoever reads the README sits at a terminal and answers a question there. */
    private static String command(String example, Path data) {
        List<String> words =
                new ArrayList<>(Arrays.asList(example.split("\\s+")).subList(1, example.split("\\s+").length));
        int named = words.indexOf("--data");
        if (named >= 0) {
            words.set(named + 1, data.toString());
        } else {
            words.addAll(List.of("--data", data.toString()));
        }
        if (words.contains("cleanup")) {
            words.add("--yes");
        }
        Program.Ended ended = Commands.run(words.toArray(String[]::new));
        return ended.status() == 0 ? "" : ended.err();
    }

    private static String call(String example, URI demo) throws IOException, InterruptedException {
        Matcher address = ADDRESS.matcher(example);
        Matcher body = BODY.matcher(example);
        if (!address.find()) {
            return "No address to call";
        }
        HttpRequest.Builder request =
                HttpRequest.newBuilder(demo.resolve(address.group(1))).header("Content-Type", "application/json");
        if (body.find()) {
            request.POST(HttpRequest.BodyPublishers.ofString(body.group(1)));
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() < 300 ? "" : answer.statusCode() + " " + answer.body();
        }
    }
}
