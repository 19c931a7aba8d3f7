package dev.yorozu.server.cli.shell;

import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.commands.CommandReply;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Replies as redis-cli shows them, but for JSON, which is shown readable. Nothing in them can play with the terminal. */
final class ReplyText {
    private ReplyText() {}

    static List<String> lines(CommandReply reply) {
        return switch (reply.kind()) {
            case STATUS -> List.of(ValueText.printable(reply.text()));
            case ERROR -> List.of("(error) " + ValueText.printable(reply.text()));
            case INTEGER -> List.of("(integer) " + reply.text());
            case REAL -> List.of("(double) " + reply.text());
            case STRING -> string(reply.text());
            case BINARY -> List.of(ValueText.printable(bytes(reply)));
            case NOTHING -> List.of("(nil)");
            case HIDDEN -> List.of("(hidden; --reveal shows it)");
            case LIST, SET -> items(reply.items(), reply.kind() == CommandReply.Kind.SET ? "~" : ")");
            case MAP -> pairs(reply.items());
        };
    }

    private static Bytes bytes(CommandReply reply) {
        return Bytes.wrap(Base64.getDecoder().decode(reply.text()));
    }

    private static List<String> string(String text) {
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                JsonNode json = OperateJson.parse(text.getBytes(StandardCharsets.UTF_8));
                return json.toPrettyString().lines().map(ValueText::printable).toList();
            } catch (JacksonException none) {
                return List.of(quoted(text));
            }
        }
        return List.of(quoted(text));
    }

    private static String quoted(String text) {
        return '"' + ValueText.printable(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    }

    private static List<String> items(List<CommandReply> items, String mark) {
        List<String> lines = new ArrayList<>();
        int width = Integer.toString(items.size()).length();
        for (int i = 0; i < items.size(); i++) {
            String number = ("%" + width + "d").formatted(i + 1);
            lines.addAll(indented(number + mark + " ", lines(items.get(i))));
        }
        return items.isEmpty() ? List.of("(empty)") : lines;
    }

    private static List<String> pairs(List<CommandReply> items) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i + 1 < items.size(); i += 2) {
            String name = String.join(" ", lines(items.get(i)));
            lines.addAll(indented((i / 2 + 1) + "# " + name + " => ", lines(items.get(i + 1))));
        }
        return items.isEmpty() ? List.of("(empty)") : lines;
    }

    private static List<String> indented(String first, List<String> lines) {
        List<String> indented = new ArrayList<>();
        for (String line : lines) {
            indented.add((indented.isEmpty() ? first : " ".repeat(first.length())) + line);
        }
        return indented;
    }
}
