package dev.yorozu.server.operate.commands;

import dev.yorozu.command.call.Command;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The keys that a call names, and so what of its reply may be shown: no value that is declared secret, or not declared at all,
 * and no secret part of a name.
 */
record CalledKeys(Schema schema, Command command, List<String> names) {
    /** Refused where the call counts its keys wrongly. */
    static CalledKeys of(Schema schema, Command command, List<Bytes> parts) {
        return new CalledKeys(
                schema,
                command,
                Arrays.stream(command.keyPlaces(parts))
                        .mapToObj(at -> parts.get(at).text())
                        .toList());
    }

    boolean writes() {
        return command.is(Command.Flag.WRITE);
    }

    /** Whether only this program itself writes one of the keys. */
    boolean areInternal() {
        return names.stream()
                .anyMatch(
                        name -> schema.match(name).filter(KeyPattern::internal).isPresent());
    }

    CommandReply redacted(CommandReply reply) {
        return switch (command.name()) {
            case "scan" -> page(reply, this::redactedNames);
            case "keys", "randomkey" -> redactedNames(reply);
            case "sscan", "hscan", "zscan" -> page(reply, this::withoutValues);
            default -> withoutValues(reply);
        };
    }

    /** A page begins with the place of the next one. */
    private static CommandReply page(CommandReply reply, UnaryOperator<CommandReply> rest) {
        List<CommandReply> items = new ArrayList<>(reply.items());
        for (int i = 1; i < items.size(); i++) {
            items.set(i, rest.apply(items.get(i)));
        }
        return reply.with(items);
    }

    private CommandReply redactedNames(CommandReply reply) {
        return switch (reply.kind()) {
            case STRING -> CommandReply.of(reply.kind(), schema.redact(reply.text()));
            case BINARY -> CommandReply.HIDDEN;
            case LIST, SET, MAP ->
                reply.with(reply.items().stream().map(this::redactedNames).toList());
            case STATUS, ERROR, INTEGER, REAL, NOTHING, HIDDEN -> reply;
        };
    }

    private CommandReply withoutValues(CommandReply reply) {
        boolean shown = names.stream()
                .allMatch(name -> schema.match(name)
                        .filter(pattern -> !pattern.secretValue())
                        .isPresent());
        return shown ? reply : hidden(reply);
    }

    private static CommandReply hidden(CommandReply reply) {
        return switch (reply.kind()) {
            case STRING, BINARY -> CommandReply.HIDDEN;
            case LIST, SET, MAP ->
                reply.with(reply.items().stream().map(CalledKeys::hidden).toList());
            case STATUS, ERROR, INTEGER, REAL, NOTHING, HIDDEN -> reply;
        };
    }
}
